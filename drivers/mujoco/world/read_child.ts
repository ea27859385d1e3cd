import type { MjModel, MjsElement, MjSpec } from "@mujoco/mujoco";
import type { MujocoEngine } from "../mujoco_engine.ts";
import { mujocoError } from "../mujoco_error.ts";
import { mujocoFault } from "../mujoco_fault.ts";
import { mujocoModelOf } from "../mujoco_model_of.ts";
import { addBodySensors } from "./add_body_sensors.ts";
import type { ChildModel } from "./child_model.ts";
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
export function readChild(engine: MujocoEngine, spec: MjSpec, child: WorldChild): ChildModel {
  const { label, file, module } = child;
  const action = `loading model ${file} of ${label}`;
  if (spec.compiler.settotalmass > 0) {
    throw mujocoError(
      `${action}: it has <compiler settotalmass="${spec.compiler.settotalmass}">, which MuJoCo does not keep for a part of a world, a model ` +
        "without it was wanted; write the masses into the model",
    );
  }
  // MuJoCo would fuse bodies when the model is compiled by itself, and lose their masses when the world is.
  spec.compiler.fusestatic = false;
  engine.lookFrom(file);
  let alone = mujocoModelOf(engine, file, compile(engine, spec, action));
  let addedSensors: readonly string[] = [];
  try {
    addedSensors = module === undefined ? [] : addBodySensors(alone, spec, module);
    if (addedSensors.length > 0) {
      const bare = alone;
      alone = mujocoModelOf(engine, file, compile(engine, spec, action));
      bare.data.delete();
      bare.model.delete();
    }
    const conflict = engine.packageConflict();
    if (conflict !== "") {
      throw mujocoError(`${action}: ${conflict}, one package for all models was wanted; rename one of the packages`);
    }
    const { model } = alone;
    const worldGeoms = prepare(engine, spec, child.kind);
    const types: Int32Array = model.jnt_type;
    const positions: Int32Array = model.jnt_qposadr;
    return {
      file,
      spec,
      counts: {
        bodies: elements(engine, spec).length - 1,
        joints: model.njnt,
        nq: model.nq,
        nv: model.nv,
        actuators: model.nactuator,
        nu: model.nu,
        na: model.na,
        sensors: model.nsensor,
        mocap: model.nmocap,
        worldGeoms,
      },
      keys: takeKeys(model),
      freeJoints: [...types.keys()].filter((joint) => types[joint] === engine.api.mjtJoint.mjJNT_FREE.value)
        .map((joint) => positions[joint]),
      options: takeOptions(spec.option),
      mass: (model.body_mass as Float64Array).reduce((sum, mass) => sum + mass, 0),
      addedSensors,
      collides: collides(engine, model),
    };
  } finally {
    alone.data.delete();
    alone.model.delete();
  }
}

function compile(engine: MujocoEngine, spec: MjSpec, action: string): MjModel {
  try {
    return engine.api.mj_compile(spec);
  } catch (error) {
    throw mujocoFault(engine, action, error);
  }
}

/** All bodies of a specification, the world among them. */
function elements({ api }: MujocoEngine, spec: MjSpec): MjsElement[] {
  const found: MjsElement[] = [];
  let element = api.mjs_firstElement(spec, api.mjtObj.mjOBJ_BODY);
  for (; element; element = api.mjs_nextElement(spec, element)) found.push(element);
  return found;
}

/** Returns the number of geoms in the world's own body. */
function prepare({ api }: MujocoEngine, spec: MjSpec, kind: WorldChild["kind"]): number {
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
function collides({ api }: MujocoEngine, model: MjModel): boolean {
  const { geom_contype, geom_conaffinity, geom_bodyid, geom_type } = model;
  const plane = api.mjtGeom.mjGEOM_PLANE.value;
  return Array.from(geom_bodyid as Int32Array).some((body, geom) =>
    (geom_contype[geom] !== 0 || geom_conaffinity[geom] !== 0) && (body !== 0 || geom_type[geom] !== plane)
  ) || model.npair > 0;
}
