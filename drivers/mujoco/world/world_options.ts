import type { MjOptionName, PhysicsOptions } from "./take_options.ts";
import type { WorldScene } from "./world_scene.ts";

/** Options that a world has once, with what they came from. */
export interface WorldOptions {
  /** What the world computes with. */
  readonly options: PhysicsOptions;
  /** What models wish and do not get, one text for each option. */
  readonly notes: readonly string[];
}

/** MuJoCo's number of the integrator that suits servos with much damping, as those of arms. */
const IMPLICIT_FAST = 3;
/** Options of single robots: they are served in another way. */
const OWN: readonly MjOptionName[] = ["disableactuator"];
const WRITTEN: Readonly<Partial<Record<MjOptionName, string>>> = {
  disableflags: "flag (disabled)",
  enableflags: "flag (enabled)",
};
/** Words for the numbers of options, as MJCF has them. */
const WORDS: Readonly<Partial<Record<MjOptionName, readonly string[]>>> = {
  integrator: ["Euler", "RK4", "implicit", "implicitfast"],
  cone: ["pyramidal", "elliptic"],
  jacobian: ["dense", "sparse", "auto"],
  solver: ["PGS", "CG", "Newton"],
};

/**
 * The options of a world. Each is that of the environment, or without one that of the robots where they agree; where they do not, it is
 * MuJoCo's own, and integrator `implicitfast`. The scene has the last word on timestep and gravity; without it the timestep is the shortest
 * of the robots', which is right for all of them.
 */
export function worldOptions(
  scene: Pick<WorldScene, "timestepS" | "gravity">,
  defaults: PhysicsOptions,
  environment: PhysicsOptions | undefined,
  robots: readonly PhysicsOptions[],
): WorldOptions {
  const notes: string[] = [];
  const options = { ...(environment ?? defaults) };
  for (const name of Object.keys(defaults) as MjOptionName[]) {
    if (OWN.includes(name)) options[name] = defaults[name];
    if (environment !== undefined || robots.length === 0 || OWN.includes(name) || name === "timestep") continue;
    const wishes = new Map(robots.map((robot) => [robot[name].join(" "), robot[name]]));
    const agreed = wishes.size === 1 ? robots[0][name] : undefined;
    options[name] = agreed ?? (name === "integrator" ? [IMPLICIT_FAST] : defaults[name]);
    if (agreed !== undefined || (name === "gravity" && scene.gravity !== undefined)) continue;
    notes.push(
      `the robots' models differ in ${WRITTEN[name] ?? name} (${
        [...wishes.values()].map((values) => written(name, values)).join(", ")
      }), of which a world has one: ` +
        `it is ${written(name, options[name])}`,
    );
  }
  const steps = robots.map(({ timestep }) => timestep[0]);
  const timestep = scene.timestepS ?? (steps.length > 0 ? Math.min(...steps) : options.timestep[0]);
  return {
    options: { ...options, timestep: [timestep], gravity: scene.gravity ?? options.gravity },
    notes,
  };
}

function written(name: MjOptionName, values: readonly number[]): string {
  return WORDS[name]?.[values[0]] ?? values.join(" ");
}
