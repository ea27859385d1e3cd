import { listFiles } from "./list_files.ts";

/** Folders whose files can be part of the executable. */
const FOLDERS =
  /^(cli|bench|manager|interface|viewer|view|simulate|scaffold|install|controller|drivers|comm|wasm|robots|schemas|core|examples|packaging)\//;

/** Files of those folders that nobody reads at run time. */
const LEFT_OUT = new RegExp(
  [
    /(^|\/)test_[^/]*\.ts$|_test\.ts$|\.md$|\.(c|cpp|hpp|h|fbs|sh|py)$/,
    /^schemas\/golden\/|^comm\/zenoh\/native\/|^controller\/mc_rtc\//,
    // These become the page of the view, which is bundled on its own.
    /^view\/page\//,
    // An installation has these; they come along in its archive.
    /^examples\/(?!(ur5e|arm7_gripper)\/)|^packaging\/(?!zenoh_router\.json5$)/,
  ].map(({ source }) => source).join("|"),
);

/** Of those, sources that `uri bench` compiles where it runs, and programs that it starts. */
const FOR_BENCHES = /^bench\/[^/]*\.(cpp|py)$|^schemas\/mc_rtc_msgs\.fbs$/;

/** All files that the executable is made of. */
export function productFiles(): string[] {
  return listFiles((path) =>
    (FOLDERS.test(path) && (!LEFT_OUT.test(path) || FOR_BENCHES.test(path))) ||
    ["main.ts", "deno.json", "deno.lock", "types/uri.d.mts"].includes(path)
  );
}
