import { fromFileUrl } from "./from_file_url.ts";

/** The project's folder, without a `/` at its end. */
export function projectRoot(): string {
  return fromFileUrl(new URL("..", import.meta.url)).replace(/\/$/, "");
}
