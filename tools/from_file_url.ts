/** The path of a `file:` address, blanks and all. */
export function fromFileUrl(url: URL): string {
  return decodeURIComponent(url.pathname);
}
