import type { MjSpec } from "@mujoco/mujoco";
import { DriverError } from "../../../core/driver_error.ts";
import { BUILT_IN_MUJOCO } from "../built_in_mujoco.ts";
import { modelFileFault } from "../model_file_fault.ts";
import type { MujocoEngine } from "../mujoco_engine.ts";
import { mujocoError } from "../mujoco_error.ts";
import { mujocoFault } from "../mujoco_fault.ts";
import type { MujocoModel } from "../mujoco_model.ts";
import { mujocoModelOf } from "../mujoco_model_of.ts";
import type { WasmEngine } from "../wasm/wasm_engine.ts";
import type { ChildCounts } from "./child_counts.ts";
import type { ChildModel } from "./child_model.ts";
import { putOptions } from "./put_options.ts";
import { readChild } from "./read_child.ts";
import { takeOptions } from "./take_options.ts";
import { type WorldChild, worldChildren } from "./world_children.ts";
import { worldOptions } from "./world_options.ts";
import { worldRanges } from "./world_ranges.ts";
import type { WorldScene } from "./world_scene.ts";
import { worldText } from "./world_text.ts";

/** A model that is a part of the world, and where its elements are. */
export interface WorldPart {
  /** What it is. */
  readonly child: WorldChild;
  /** What was found in its file. Its specification is gone. */
  readonly model: ChildModel;
  /** Number of its first element of each kind in the world. */
  readonly first: ChildCounts;
}

/** A compiled world. */
export interface BuiltWorld {
  /** Model and state of all, in the model's initial positions. Names have their prefix. */
  readonly model: MujocoModel;
  /** The models it is made of. */
  readonly parts: readonly WorldPart[];
  /** What people may want to know, one line each. */
  readonly notes: readonly string[];
}

/**
 * Compiles a scene into one model. Each model file is read and compiled by itself first, so that its faults are told in its own words, and then
 * attached to the world with its prefix; the same file may be attached many times. Throws a `DriverError` that names robot and file.
 */
export function buildWorld(engine: MujocoEngine, scene: WorldScene): BuiltWorld {
  const builder = builderOf(engine, scene);
  const children = worldChildren(scene);
  const files = children.map(({ file, kind, module }) =>
    JSON.stringify([file, kind, module?.bodySensors, module?.forceSensors])
  );
  const distinct = [...new Set(files)];
  const owners = distinct.map((key) => children[files.indexOf(key)]);
  throwAll(owners.flatMap(({ label, file }) => {
    const fault = modelFileFault(file);
    return fault === "" ? [] : [mujocoError(`loading model ${file} of ${label}: ${fault}`)];
  }));
  const text = worldText(scene, owners.map(({ file }) => file), children.map(({ pose }) => pose));
  try {
    const world = parse(builder, text.xml, scene, owners);
    // What the binding has found is a copy, and ours.
    const found: MjSpec[] = [];
    try {
      const models = readAll(
        owners,
        (child, index) => {
          const spec = specOf(builder, world, text.model(index));
          found.push(spec);
          return readChild(builder, spec, child);
        },
      );
      const notes = setOptions(scene, world, owners, models);
      const modelOf = (index: number) => models[distinct.indexOf(files[index])];
      attachAll(
        builder,
        scene,
        world,
        children.map((child, i) => ({ child, frame: text.frame(i), spec: modelOf(i).spec })),
      );
      const model = mujocoModelOf(engine, scene.file, engine.adopt(compile(builder, scene, world)));
      const ranges = worldRanges(model.simulation, children.map((_, index) => modelOf(index).counts));
      const parts = children.map((child, index) => ({ child, model: modelOf(index), first: ranges[index] }));
      parts.forEach((part) => checkMass(model, part));
      notes.push(...builder.takeMessages().map((line) => `MuJoCo: ${line}`));
      return { model, parts, notes };
    } finally {
      for (const spec of found) spec.delete();
      world.delete();
    }
  } finally {
    builder.releaseFiles();
  }
}

function builderOf({ builder, version, origin }: MujocoEngine, { file }: WorldScene): WasmEngine {
  if (builder !== undefined) return builder;
  throw mujocoError(
    `building the world of ${file}: ${origin} is MuJoCo ${version}, which computes with models of one file only, ${BUILT_IN_MUJOCO} was wanted; ` +
      "take that version, or the built-in MuJoCo (--mujoco wasm)",
  );
}

function parse(engine: WasmEngine, xml: string, scene: WorldScene, owners: readonly WorldChild[]): MjSpec {
  engine.lookFrom("");
  try {
    return engine.api.parseXMLString(xml);
  } catch (error) {
    // MuJoCo's text does not tell the file: each is read by itself.
    readAll(owners, ({ file, label }) => {
      engine.lookFrom(file);
      try {
        engine.api.parseXMLString(worldText({ ...scene, objects: [] }, [file], []).xml).delete();
      } catch (error) {
        throw mujocoFault(engine, `loading model ${file} of ${label}`, error);
      }
    });
    throw mujocoFault(engine, `building the world of ${scene.file}`, error, "correct the scene");
  }
}

function specOf({ api }: WasmEngine, world: MjSpec, name: string): MjSpec {
  const spec = api.mjs_findSpec(world, name);
  if (spec) return spec;
  throw mujocoError(
    `building the world: MuJoCo lost the model ${name}; install the pinned version of @mujoco/mujoco (3.14.0)`,
  );
}

/** Puts the world's options in force, and keeps MuJoCo from printing that its parts had others. */
function setOptions(
  scene: WorldScene,
  world: MjSpec,
  owners: readonly WorldChild[],
  models: readonly ChildModel[],
): string[] {
  const of = (kind: WorldChild["kind"]) =>
    models.filter((_, i) => owners[i].kind === kind).map(({ options }) => options);
  const { options, notes } = worldOptions(scene, takeOptions(world.option), of("environment")[0], of("robot"));
  putOptions(options, world.option);
  for (const { spec } of models) {
    spec.option = world.option;
    spec.visual = world.visual;
    spec.memory = world.memory;
    spec.nuserdata = 0;
    spec.nkey = 0;
    spec.authored.option = 0n as unknown as typeof spec.authored.option;
    spec.authored.disableflags = 0;
    spec.authored.enableflags = 0;
    spec.authored.disableactuator = 0;
  }
  return [...notes];
}

function attachAll(
  { api }: WasmEngine,
  scene: WorldScene,
  world: MjSpec,
  items: readonly { readonly child: WorldChild; readonly frame: string; readonly spec: MjSpec }[],
): void {
  // Without this, the second robot of one model would get the names of the first.
  api.mjs_setDeepCopy(world, 1);
  for (const { child, frame, spec } of items) {
    const at = api.mjs_findFrame(world, frame);
    if (at && api.mjs_attach(at.element, spec.element, child.prefix, "")) continue;
    throw mujocoError(
      `building the world of ${scene.file}: ${child.label} (${child.file}) cannot be attached: ${
        api.mjs_getError(world).trim().replace(/\s*\n\s*/g, "; ")
      }; correct the model`,
    );
  }
}

function compile(engine: WasmEngine, scene: WorldScene, world: MjSpec) {
  engine.lookFrom("");
  try {
    return engine.api.mj_compile(world);
  } catch (error) {
    throw mujocoFault(engine, `building the world of ${scene.file}`, error, "correct the scene or the models");
  }
}

/** A setting of the compiler that MuJoCo does not keep for an attached model must not change its masses unseen. */
function checkMass({ simulation }: MujocoModel, { child, model: { counts, mass }, first }: WorldPart): void {
  const masses = simulation.numbers("body_mass");
  const total = masses.subarray(first.bodies, first.bodies + counts.bodies).reduce((sum, value) => sum + value, 0);
  if (Math.abs(total - mass) <= 1e-6 * Math.max(1, mass)) return;
  throw mujocoError(
    `loading model ${child.file} of ${child.label}: it has ${total.toPrecision(5)} kg in the world and ${
      mass.toPrecision(5)
    } kg by itself, ` +
      "equal masses were wanted; a setting of <compiler> that computes masses is not kept: write the masses into the model",
  );
}

/** Does something for all, and throws everything wrong at once. */
function readAll<T>(children: readonly WorldChild[], read: (child: WorldChild, index: number) => T): T[] {
  const faults: DriverError[] = [];
  const results = children.map((child, index) => {
    try {
      return read(child, index);
    } catch (error) {
      if (!(error instanceof DriverError)) throw error;
      faults.push(error);
      return undefined;
    }
  });
  throwAll(faults);
  return results as T[];
}

function throwAll(faults: readonly DriverError[]): void {
  if (faults.length > 0) throw mujocoError(faults.map(({ message }) => message).join("; "), { cause: faults[0].cause });
}
