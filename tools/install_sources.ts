import { listFiles } from "./list_files.ts";

const SHARE = "share/unified_robot_interface";

/** Files of the project, by a pattern, and where they go below a prefix. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^(?:drivers|controller)\/include\/(.+)$/, "include/$1"],
  [/^packaging\/cmake\/(.+?)(?:\.in)?$/, "lib/cmake/unified_robot_interface/$1"],
  [/^packaging\/pkgconfig\/(.+?)(?:\.in)?$/, "lib/pkgconfig/$1"],
  [/^packaging\/zenoh_router\.json5$/, `${SHARE}/zenoh_router.json5`],
  [/^packaging\/notices\.txt$/, `${SHARE}/notices.txt`],
  [/^types\/(.+\.d\.mts)$/, `${SHARE}/types/$1`],
  // Built where mc_rtc is installed.
  [/^controller\/mc_rtc\/(.+)$/, `${SHARE}/mc_rtc/$1`],
  [/^LICENSE$/, `${SHARE}/LICENSE`],
  [/^(?:packaging\/)?examples\/(.+)$/, `${SHARE}/examples/$1`],
];

/** Of those, what only the clone can use: tests, examples that import its sources, and the page about all of them, which has one of its own here. */
const LEFT_OUT = /_test\.ts$|^examples\/(communication\/|README\.md$)/;

/** A file of the project that is part of an installation. */
export interface InstallSource {
  /** Path from the project's root. */
  readonly source: string;
  /** Path from the prefix. */
  readonly path: string;
}

/** The files of the project that become files of an installation, sorted by their source. */
export function installSources(): InstallSource[] {
  const target = (source: string) => {
    const rule = LEFT_OUT.test(source) ? undefined : RULES.find(([pattern]) => pattern.test(source));
    return rule && source.replace(...rule);
  };
  return listFiles((source) => target(source) !== undefined).map((source) => ({ source, path: target(source)! }));
}
