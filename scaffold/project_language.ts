/** Languages in which a driver project can be made. */
export const PROJECT_LANGUAGES = ["cpp", "c", "ts"] as const;

/** One of {@link PROJECT_LANGUAGES}. */
export type ProjectLanguage = (typeof PROJECT_LANGUAGES)[number];
