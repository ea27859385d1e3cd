/** An XML element without content. */
export function xmlElement(name: string, attributes: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<${name}${Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`).join("")}/>`;
}
