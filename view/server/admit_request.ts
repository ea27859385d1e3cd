/** Who may ask a view. */
export interface Admission {
  /** First part of every path; "" for none. */
  readonly token: string;
  /** Names by which this computer may be called, beside its numbers and `localhost`. */
  readonly names: readonly string[];
}

/** What is asked for, or the status of a refusal and why. */
export type Admitted = { readonly path: string } | { readonly status: number; readonly why: string };

/**
 * Whether a request comes from a page of ours, or from whoever typed our address; the path without the token when it does.
 *
 * - `Host` is a number, `localhost` or a name of this computer: a name of somebody else's that leads here is how a page from the internet gets at
 *   programs on the computer of who reads it.
 * - `Origin`, which a browser adds to what a page asks for by script, is this very server.
 * - The token, where there is one, is the first part of the path; it is compared in a time that tells nothing.
 * - Only `GET` and `HEAD`, and no path that leads elsewhere.
 */
export function admitRequest(request: Request, { token, names }: Admission): Admitted {
  if (request.method !== "GET" && request.method !== "HEAD") return { status: 405, why: "only GET is answered" };
  const host = request.headers.get("host") ?? "";
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const isNumber = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/.test(name) && URL.canParse(`http://${name}`);
  if (!isNumber && name !== "localhost" && !names.some((each) => each.toLowerCase() === name)) {
    return { status: 421, why: "the name in the address is none of this computer; use its number" };
  }
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== `http://${host}`) return { status: 403, why: "another page asks" };
  const site = request.headers.get("sec-fetch-site");
  // A link on another page may lead here; its scripts and pictures may not.
  if (site === "cross-site" && request.headers.get("sec-fetch-mode") !== "navigate") {
    return { status: 403, why: "another page asks" };
  }
  const { pathname } = new URL(request.url);
  if (!/^\/[A-Za-z0-9_./-]*$/.test(pathname) || pathname.includes("..")) return { status: 404, why: "no such page" };
  if (token === "") return { path: pathname };
  const [, given, ...rest] = pathname.split("/");
  if (!isSame(given, token)) {
    return { status: 403, why: "the address lacks the word that the program has printed with it" };
  }
  return { path: `/${rest.join("/")}` };
}

function isSame(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length;
  for (let i = 0; i < wanted.length; i++) difference |= wanted.charCodeAt(i) ^ (given.charCodeAt(i) || 0);
  return difference === 0;
}
