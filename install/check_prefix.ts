import { dirname, normalize } from "node:path";
import { quoted } from "../core/quoted.ts";
import { RunFailure } from "../core/run_failure.ts";
import { UsageError } from "../core/usage_error.ts";

/**
 * The prefix as it is used: absolute, without `..` and a `/` at its end. Errors: `UsageError` for a relative one, `RunFailure` when it is no
 * folder, or when neither it nor the folder above it exists.
 */
export function checkPrefix(prefix: string, action: "install" | "uninstall"): string {
  const doing = action === "install" ? "Cannot install" : "Cannot uninstall";
  if (!prefix.startsWith("/")) {
    throw new UsageError(
      `${doing}: the prefix ${quoted(prefix)} is relative, an absolute folder was wanted; write --prefix "$PWD/${
        normalize(prefix)
      }"`,
    );
  }
  const path = normalize(prefix).replace(/(?<=.)\/$/, "");
  const kind = kindOf(path);
  if (kind === "other") {
    throw new RunFailure(`${doing}: ${path} is no folder, one was wanted; name another --prefix`);
  }
  if (kind === "none" && (action === "uninstall" || kindOf(dirname(path)) !== "folder")) {
    const [missing, todo] = action === "uninstall"
      ? [path, "name the --prefix of the installation"]
      : [dirname(path), `make it first: mkdir -p ${dirname(path)}`];
    throw new RunFailure(`${doing}: ${missing} does not exist, a folder was wanted; ${todo}`);
  }
  return path;
}

function kindOf(path: string): "folder" | "other" | "none" {
  try {
    return Deno.statSync(path).isDirectory ? "folder" : "other";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "none";
    if (error instanceof Deno.errors.NotADirectory) return "none";
    throw error;
  }
}
