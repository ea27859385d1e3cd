import { TransportError } from "./transport_error.ts";

/** Refuses what is no key: chunks separated by `/`, none of them empty, without `* $ ? #` and control characters. */
export function checkKey(key: string): void {
  // deno-lint-ignore no-control-regex -- control characters are what is looked for
  if (key === "" || key.split("/").includes("") || /[*$?#\u0000-\u001f\u007f]/.test(key)) {
    throw new TransportError(
      "unavailable",
      `use of the key '${key}': it is no key expression without wildcards; wanted chunks separated by '/', none empty, without * $ ? #`,
    );
  }
}
