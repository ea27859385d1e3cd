/** Largest query and largest answer [bytes]. */
export const QUERY_LIMIT = 16 * 1024 * 1024;
