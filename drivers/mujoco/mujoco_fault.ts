import type { DriverError } from "../../core/driver_error.ts";
import { mujocoError } from "./mujoco_error.ts";

/** What people meet, by what MuJoCo says, and what to do. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /no decoder found for mesh file/,
    "MuJoCo reads STL, OBJ and MSH meshes: convert the mesh, and name the new file in the model",
  ],
  [
    /number of faces should be between/,
    "MuJoCo reads binary STL files of at most 200000 faces: save the mesh as that, with fewer faces if it has more, or as OBJ",
  ],
  [
    /mass and inertia of moving bodies/,
    "give the body a mass: <inertial>, or in MJCF a geom that has one",
  ],
  [
    /plugin \S+ not found|unknown plugin/,
    "this program has no plugins of MuJoCo: write the model without <plugin> and <extension>",
  ],
  [
    /could not allocate memory|bad_alloc/i,
    "that is more memory than a simulation can have: take meshes of fewer faces, some thousand for what collides, and a smaller <size memory>",
  ],
  [/memory access out of bounds|call stack/i, "the model is nested too deeply, or lists itself; correct the model"],
  [/repeated name/, "two things have one name; rename one of them, or give another prefix"],
];

/**
 * The {@link DriverError} for what MuJoCo threw (or says in `error`) while it read or compiled a model: `action`, MuJoCo's own text on one
 * line, the file that is missing if one is, and what to do. `engine`: tells of the file. `hint`: what to do where nothing better is known.
 */
export function mujocoFault(
  engine: { missingFile(): string },
  action: string,
  error: unknown,
  hint = "correct the model",
): DriverError {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replace(/^MuJoCo Error: (Loading error: )?|^Error: /, "").trim().replace(/:\s*\n\s*/g, ": ")
    .replace(/\s*\n\s*/g, "; ");
  // For a model that another text lists, MuJoCo adds the place in that text, which no user has.
  const reason = line.replace(/^Could not create Spec from XML string: /, "").replace(
    /^XML Error: could not parse model file with error: (.*?)(; Element 'model', line \d+)?$/,
    "$1",
  );
  const missing = engine.missingFile();
  const known = HINTS.find(([pattern]) => pattern.test(reason))?.[1];
  const advice = known ?? (missing || hint);
  return mujocoError(`${action}: ${reason}; ${advice}`, { cause: error });
}
