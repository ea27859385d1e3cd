import type { ConfigProblems } from "../../core/config_problems.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import { nearestWord } from "../../core/nearest_word.ts";
import { quoted } from "../../core/quoted.ts";
import type { YamlMap } from "../../core/yaml_node.ts";

/** Keys of the top level that are ours or that we read; all others belong to mc_rtc, or to another controller. */
const OUR_KEYS = ["Robots", "Timestep", "Controller", "ZenohRouter"];

/**
 * Notes top-level keys that were most probably meant to be ours: a slip there would let a default run in silence. Other unknown
 * keys belong to the controller and are left alone. Returns the keys that were meant, so that they are not called missing as well.
 */
export function checkTopLevel(root: YamlMap, problems: ConfigProblems): ReadonlySet<string> {
  const meant = new Set<string>();
  const written = new Set(root.entries.map(({ key }) => key));
  const controller = locateYaml(root, ["Controller"]).node;
  // The section of another controller may be called as it likes.
  const isPosture = controller?.kind === "scalar" && controller.text === "posture";
  const ours = isPosture ? [...OUR_KEYS, "Posture"] : OUR_KEYS;
  for (const { key, keyMark } of root.entries) {
    if (ours.includes(key)) continue;
    // Stricter than elsewhere, since mc_rtc's own keys must never be mistaken.
    const nearest = nearestWord(key, ours, key.length > 7 ? 2 : 1);
    // Where the right key stands too, this one is somebody else's: `MyController`, or mc_rtc's `robots`.
    if (nearest === undefined || written.has(nearest)) continue;
    problems.add(keyMark, key, `${quoted(key)} is not known; wanted ${nearest}`, {
      hint: `did you mean '${nearest}'?`,
    });
    meant.add(nearest);
  }
  return meant;
}
