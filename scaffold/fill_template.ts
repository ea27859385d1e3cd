/** Replaces every `@KEY@` in `template` by its value. Values are taken as they are; other text with `@` stays. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/@([A-Z_]+)@/g, (whole, key: string) => values[key] ?? whole);
}
