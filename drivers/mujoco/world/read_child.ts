import type { MjsElement, MjSpec } from "@mujoco/mujoco";
import { compileModel } from "../compile_model.ts";
import { mujocoError } from "../mujoco_error.ts";
import type { MujocoSimulation } from "../mujoco_simulation.ts";
import type { WasmEngine } from "../wasm/wasm_engine.ts";
import type { ChildModel } from "./child_model.ts";
import { countElements } from "./count_elements.ts";
import { takeKeys } from "./take_keys.ts";
import { takeOptions } from "./take_options.ts";
import type { WorldChild } from "./world_children.ts";

/**
 * Compiles a model of a world by itself, for what only that tells: what is wrong with it in MuJoCo's own words, its keyframes, options and counts.
 * Then prepares it for the world: the world's lights and the floors of robots are not multiplied (a floor stays, for contact pairs that name
 * it, but touches nothing), its keyframes are left out, as the world starts each robot in its own.
 *
 * Throws a `DriverError` when it does not compile, or has a setting that MuJoCo does not keep when it attaches a model.
 */
export function readChild(engine: WasmEngine, spec: MjSpec, child: WorldChild): ChildModel {
  const { label, file, module } = child;
  const action = `loading model ${file} of ${label}`;
  if (spec.compiler.settotalmass > 0) {
    throw mujocoError(
      `${action}: it has <compiler settotalmass="${spec.compiler.settotalmass}">, which MuJoCo does not keep for a part of a world, a model ` +
        "without it was wanted; write the masses into the model",
    );
  }
  engine.lookFrom(file);
  const alone = compileModel(engine, engine, spec, {
    action,
    path: file,
    isPart: true,
    ...(module === undefined ? {} : { module }),
  });
  try {
    const conflict = engine.packageConflict();
    if (conflict !== "") {
      throw mujocoError(`${action}: ${conflict}, one package for all models was wanted; rename one of the packages`);
    }
    const { simulation } = alone;
    const worldGeoms = prepare(engine, spec, child.kind);
    const types = simulation.integers("jnt_type");
    const positions = simulation.integers("jnt_qposadr");
    return {
      file,
      spec,
      counts: countElements(simulation, elements(engine, spec).length - 1, worldGeoms),
      keys: takeKeys(simulation),
      freeJoints: [...types.keys()].filter((joint) => types[joint] === engine.constants.mjJNT_FREE)
        .map((joint) => positions[joint]),
      options: takeOptions(spec.option),
      mass: simulation.numbers("body_mass").reduce((sum, mass) => sum + mass, 0),
      addedSensors: alone.addedSensors,
      collides: collides(engine, simulation),
    };
  } finally {
    alone.simulation.close();
  }
}

/** All bodies of a specification, the world among them. */
function elements({ api }: WasmEngine, spec: MjSpec): MjsElement[] {
  const found: MjsElement[] = [];
  let element = api.mjs_firstElement(spec, api.mjtObj.mjOBJ_BODY);
  for (; element; element = api.mjs_nextElement(spec, element)) found.push(element);
  return found;
}

/** Returns the number of geoms in the world's own body. */
function prepare({ api }: WasmEngine, spec: MjSpec, kind: WorldChild["kind"]): number {
  const world = api.mjs_findBody(spec, "world");
  let geoms = 0;
  const inWorld = (type: Parameters<typeof api.mjs_firstChild>[1], act: (element: MjsElement) => void) => {
    let element = world && api.mjs_firstChild(world, type, 0);
    while (element) {
      const next = api.mjs_nextChild(world!, element, 0);
      act(element);
      element = next;
    }
  };
  inWorld(api.mjtObj.mjOBJ_GEOM, (element) => {
    geoms++;
    const geom = api.mjs_asGeom(element);
    // Deleted, it would take along the contact pairs and sensors that name it.
    if (kind === "environment" || geom?.type.value !== api.mjtGeom.mjGEOM_PLANE.value) return;
    geom.contype = 0;
    geom.conaffinity = 0;
    geom.group = 5;
    geom.rgba[3] = 0;
  });
  if (kind !== "environment") inWorld(api.mjtObj.mjOBJ_LIGHT, (element) => api.mjs_delete(spec, element));
  let key = api.mjs_firstElement(spec, api.mjtObj.mjOBJ_KEY);
  while (key) {
    const next = api.mjs_nextElement(spec, key);
    api.mjs_delete(spec, key);
    key = next;
  }
  return geoms;
}

/** True when a geom other than a floor can touch something. */
function collides({ constants }: WasmEngine, simulation: MujocoSimulation): boolean {
  const [types, touches, touched] = (["geom_type", "geom_contype", "geom_conaffinity"] as const).map((field) =>
    simulation.integers(field)
  );
  return Array.from(simulation.integers("geom_bodyid")).some((body, geom) =>
    (touches[geom] !== 0 || touched[geom] !== 0) && (body !== 0 || types[geom] !== constants.mjGEOM_PLANE)
  ) || simulation.sizes.npair > 0;
}
