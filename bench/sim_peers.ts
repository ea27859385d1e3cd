import type { MujocoEngine } from "../drivers/mujoco/mujoco_engine.ts";
import { loadMujocoEngine } from "../drivers/mujoco/load_mujoco_engine.ts";
import type { WasmEngine } from "../drivers/mujoco/wasm/wasm_engine.ts";
import { NativeProgram } from "./native_program.ts";
import { PythonPeer } from "./python_peer.ts";
import { pythonPackages } from "./python_packages.ts";
import { SimSeries } from "./sim_series.ts";
import type { SimSubject } from "./sim_subjects.ts";

/**
 * What computes the same models natively: the library by foreign functions, in a program in C++, and in Python. All use the same file of the library, that of the
 * Python wheel. What cannot be had is the reason why.
 */
export class SimPeers {
  /** The library in this process. */
  readonly engine: MujocoEngine | string;
  readonly #python: PythonPeer | string;
  readonly #program: NativeProgram | string;
  readonly #files: readonly string[];

  private constructor(
    engine: MujocoEngine | string,
    python: PythonPeer | string,
    program: NativeProgram | string,
    files: readonly string[],
  ) {
    this.engine = engine;
    this.#python = python;
    this.#program = program;
    this.#files = files;
  }

  /** Starts them, with models as `builder` has compiled them, in files of `folder`. */
  static async start(builder: WasmEngine, subjects: readonly SimSubject[], folder: string): Promise<SimPeers> {
    const files = subjects.map((subject, index) => {
      const file = `${folder}/${index}.mjb`;
      const series = new SimSeries(subject, savingEngine(builder, file));
      Deno.writeFileSync(`${file}.start`, new Uint8Array(series.start.buffer));
      series.close();
      return file;
    });
    const requirement = `mujoco==${builder.version}`;
    const packages = await pythonPackages(requirement);
    if (!packages.available) return new SimPeers(packages.reason, packages.reason, packages.reason, files);
    const place = `${packages.folder}/mujoco`;
    const name = `libmujoco.so.${builder.version}`;
    const engine = await loadMujocoEngine({ library: `${place}/${name}`, isNamed: false, note: "" });
    return new SimPeers(
      engine.kind === "native" ? engine : engine.note,
      await PythonPeer.start("sim_native.py", requirement, files),
      await NativeProgram.compile("sim_native", [
        `-I${place}/include`,
        `-L${place}`,
        `-l:${name}`,
        `-Wl,-rpath,${place}`,
      ]),
      files,
    );
  }

  /** Microseconds a step in Python, or NaN. */
  async python(subject: number, steps: number): Promise<number> {
    return typeof this.#python === "string" ? NaN : Number(await this.#python.ask(`${subject} ${steps}`)) / 1000;
  }

  /** Microseconds a step in C++, or NaN. */
  async program(subject: number, steps: number): Promise<number> {
    if (typeof this.#program === "string") return NaN;
    const [figure = NaN] = await this.#program.run(this.#files[subject], steps);
    return figure / 1000;
  }

  /** Ends them. */
  async close(): Promise<void> {
    if (typeof this.#python !== "string") await this.#python.close();
    if (typeof this.#program !== "string") await this.#program.remove();
  }
}

/** The engine, which puts each model that it compiles into a file. */
function savingEngine(builder: WasmEngine, file: string): MujocoEngine {
  const adopt: MujocoEngine["adopt"] = (model) => {
    Deno.writeFileSync(file, builder.save(model));
    return builder.adopt(model);
  };
  const { kind, version, origin, note, constants } = builder;
  const open = (path: string) => adopt(builder.read(path));
  return { kind, version, origin, note, constants, builder, open, adopt, takeMessages: () => builder.takeMessages() };
}
