/// <reference lib="dom" />
const KEEP_MS = 10_000;

/** Lets the reader save `content` under `name`. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}
