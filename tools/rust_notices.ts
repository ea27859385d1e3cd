import { chooseLicences } from "./choose_licences.ts";
import { type CargoFound, findCargo } from "./find_cargo.ts";
import { nativePlace } from "./native_place.ts";
import { projectRoot } from "./project_root.ts";
import { ToolError } from "./tool_error.ts";

/** The processors for which the library is built. */
const TARGETS = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/** Packages that do not carry their licence's text: it stands in packaging/licenses/. */
const WITHOUT_FILE: Readonly<Record<string, string>> = { lz4_flex: "lz4_flex" };

/** The parts of cargo's description of the packages that count here. */
interface Metadata {
  readonly packages: readonly RustPackage[];
  readonly resolve: {
    readonly root: string;
    readonly nodes: readonly {
      readonly id: string;
      readonly deps: readonly {
        readonly pkg: string;
        readonly dep_kinds: readonly { readonly kind: string | null }[];
      }[];
    }[];
  };
}

interface RustPackage {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly license: string | null;
  readonly manifest_path: string;
  readonly targets: readonly { readonly kind: readonly string[] }[];
}

/**
 * The notices of all Rust packages that are linked into the native Zenoh library: those under the Apache License by
 * name, the others with their texts, each text once. The same for the same Cargo.lock. Returns why not, where `cargo`
 * or the packages cannot be had.
 */
export async function rustNotices(title: string): Promise<{ text: string } | { reason: string }> {
  const cargo = await findCargo();
  if ("reason" in cargo) return cargo;
  const metadata = await readMetadata(cargo);
  if ("reason" in metadata) return metadata;

  const apache: string[] = [];
  const byText = new Map<string, string[]>();
  for (const each of linkedPackages(metadata)) {
    const name = `${each.name} ${each.version}`;
    const licences = chooseLicences(each.license ?? "");
    if (licences === undefined) {
      throw new ToolError(
        `Cannot collect the notices: the Rust package ${name} has the licence '${each.license}', ` +
          "one of tools/choose_licences.ts was wanted; do without the package, or add the licence after reading it",
      );
    }
    const others = licences.filter((licence) => licence !== "Apache-2.0");
    if (others.length < licences.length) apache.push(name);
    if (others.length === 0) continue;
    const text = licenceText(each, others);
    byText.set(text, [...byText.get(text) ?? [], name]);
  }
  const sections = [
    `${title}\n\nUsed under the Apache License 2.0, which stands below:\n\n${
      wrap([...apache, "and the standard library of Rust"].join(", "))
    }`,
    ...[...byText].map(([text, names]) => `${wrap(names.join(", "))}\n\n${text}`).sort(),
  ];
  return { text: sections.join(`\n\n${"-".repeat(78)}\n\n`) + "\n" };
}

async function readMetadata({ cargo, env }: CargoFound): Promise<Metadata | { reason: string }> {
  const { success, stdout, stderr } = await new Deno.Command(cargo, {
    args: [
      ..."metadata --locked --format-version 1".split(" "),
      ...TARGETS.flatMap((target) => ["--filter-platform", target]),
    ],
    cwd: nativePlace().sources,
    env,
  }).output();
  const decoder = new TextDecoder();
  if (success) return JSON.parse(decoder.decode(stdout)) as Metadata;
  return { reason: `cargo metadata: ${/^error: .*$/m.exec(decoder.decode(stderr))?.[0] ?? "it failed"}` };
}

/**
 * The packages whose code is in the library, in the order of their names: not those that only build, or write code at
 * compile time.
 */
function linkedPackages({ packages, resolve }: Metadata): RustPackage[] {
  const byId = new Map(packages.map((each) => [each.id, each]));
  const nodes = new Map(resolve.nodes.map((each) => [each.id, each]));
  const linked = new Set<string>();
  const visit = (id: string) => {
    if (linked.has(id) || byId.get(id)!.targets.some(({ kind }) => kind.includes("proc-macro"))) return;
    linked.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id)!.deps) {
      if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
    }
  };
  visit(resolve.root);
  linked.delete(resolve.root);
  return [...linked].map((id) => byId.get(id)!).sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1
  );
}

/** The text of some of a package's licences, from the package itself. */
function licenceText(each: RustPackage, licences: readonly string[]): string {
  const own = WITHOUT_FILE[each.name];
  if (own !== undefined) return clean(Deno.readTextFileSync(`${projectRoot()}/packaging/licenses/${own}.txt`));
  const folder = each.manifest_path.replace(/\/[^/]*$/, "");
  const files = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
    /^(licen[cs]e|copying|notice)/i.test(name)
  ).sort();
  // Where each licence has a file of its own, the ones that are taken: LICENSE-MIT and not LICENSE-APACHE.
  const named = files.filter((name) =>
    licences.some((licence) => name.toLowerCase().includes(licence.split("-")[0].toLowerCase()))
  );
  const texts = (named.length > 0 ? named : files).map((name) => clean(Deno.readTextFileSync(`${folder}/${name}`)));
  if (texts.length > 0) return texts.join("\n\n");
  throw new ToolError(
    `Cannot collect the notices: the Rust package ${each.name} ${each.version} has no licence file, one was wanted; ` +
      "put its text into packaging/licenses/ and name it in tools/rust_notices.ts",
  );
}

function clean(text: string): string {
  return text.replaceAll("\r", "").replace(/[ \t]+$/gm, "").trim();
}

/** Breaks a long list into lines, at its commas. */
function wrap(text: string): string {
  return text.replace(/(.{1,99}(?:,|$)) ?/g, "$1\n").trimEnd();
}
