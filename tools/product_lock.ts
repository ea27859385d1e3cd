import { isProductPackage } from "./is_product_package.ts";
import { projectRoot } from "./project_root.ts";

/** The parts of deno.lock that count here. */
export interface ProductLock {
  /** Form of the file. */
  readonly version: string;
  /** Version by `npm:name@wanted`. */
  readonly specifiers: Record<string, string>;
  /** Packages by `name@version`. */
  readonly npm: Record<string, { readonly dependencies?: readonly string[] }>;
}

/** `name` of `name@version`, where the name may start with `@`. */
function nameOf(id: string): string {
  return id.replace(/(.)@.*/, "$1");
}

/** What deno.lock says of the packages that come into the executable: not those of tests and tools, and what these alone need. */
export function productLock(): ProductLock {
  const { version, specifiers, npm } = JSON.parse(Deno.readTextFileSync(`${projectRoot()}/deno.lock`)) as ProductLock;
  const kept = new Set<string>();
  const keep = (wanted: string) => {
    // A dependency is written as `name` when the lock file has one version of it, as `name@version` otherwise.
    for (const [id, entry] of Object.entries(npm)) {
      if (kept.has(id) || (id !== wanted && nameOf(id) !== wanted)) continue;
      kept.add(id);
      entry.dependencies?.forEach(keep);
    }
  };
  const wanted = Object.entries(specifiers).filter(([specifier]) =>
    specifier.startsWith("npm:") && isProductPackage(nameOf(specifier.slice(4)))
  );
  for (const [specifier, found] of wanted) keep(`${nameOf(specifier.slice(4))}@${found}`);
  return {
    version,
    specifiers: Object.fromEntries(wanted),
    npm: Object.fromEntries(Object.entries(npm).filter(([id]) => kept.has(id))),
  };
}
