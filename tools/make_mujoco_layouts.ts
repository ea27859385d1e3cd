import { MUJOCO_CONSTANTS } from "../drivers/mujoco/mujoco_constants.ts";
import { MUJOCO_FIELDS } from "../drivers/mujoco/mujoco_fields.ts";
import type { MujocoArray, MujocoLayout } from "../drivers/mujoco/native/mujoco_layout.ts";
import { MUJOCO_VERSIONS } from "../drivers/mujoco/native/mujoco_versions.ts";
import { mujocoWheel } from "./mujoco_wheel.ts";
import { projectRoot } from "./project_root.ts";
import { runProcess } from "./run_process.ts";
import { runTool } from "./run_tool.ts";
import { ToolError } from "./tool_error.ts";

const TABLES = "drivers/mujoco/native/mujoco_layouts.jsonl";
/** Exit code by which a generator says that it cannot look, because something is missing. */
const MISSING = 3;
/** Constants that only the checks of a library need. */
const CHECKED = ["mjOBJ_BODY", "mjOBJ_JOINT", "mjOBJ_GEOM", "mjOBJ_ACTUATOR", "mjOBJ_SENSOR", "mjOBJ_KEY"].concat(
  ["mjSTATE_QPOS", "mjSTATE_QVEL", "mjSTATE_ACT", "mjSTATE_CTRL"],
);
const OPTION = ["timestep", "gravity", "disableflags", "disableactuator"];
/** Constants that stand for a number of columns. */
const COLUMNS = ["mjNTEXROLE"];
const CONTACT = ["dist", "pos", "frame", "geom1", "geom2", "efc_address"];

/** Asks the compiler, by the lists in MuJoCo's own headers. */
const PROGRAM = `
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <mujoco/mujoco.h>
#include <mujoco/mjxmacro.h>
#undef MJ_M
#undef MJ_D
#define MJ_M(n) n
#define MJ_D(n) n
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define OFFSET(kind, of, name) printf(#kind " " #name " %zu\\n", offsetof(of, name));
int main(void) {
  printf("version %d\\nbytes %zu %zu %zu %zu\\n", (int)mjVERSION_HEADER, sizeof(mjModel), sizeof(mjData), sizeof(mjContact), sizeof(mjtNum));
#undef XNV
#undef XMJV
#define XNV X
#define XMJV X
#define X(type, name, rows, columns) \\
  printf("model %s\\t%zu\\t%zu\\t%s\\t%s\\n", #name, offsetof(mjModel, name), sizeof(*((mjModel*)0)->name), TEXT(rows), TEXT(columns));
  MJMODEL_POINTERS
#undef X
#define X(type, name, rows, columns) \\
  printf("data %s\\t%zu\\t%zu\\t%s\\t%s\\n", #name, offsetof(mjData, name), sizeof(*((mjData*)0)->name), TEXT(rows), TEXT(columns));
  MJDATA_POINTERS
#undef X
#define X(...) SIZE(__VA_ARGS__, , )
#define SIZE(name, ...) OFFSET(size, mjModel, name)
  MJMODEL_SIZES
#undef X
  OFFSET(place, mjModel, nbuffer) OFFSET(place, mjModel, buffer) OFFSET(place, mjModel, opt)
  OFFSET(state, mjData, nbuffer) OFFSET(state, mjData, buffer) OFFSET(state, mjData, ncon) OFFSET(state, mjData, contact)
  printf("width %zu %zu %zu\\n", sizeof(((mjModel*)0)->nq), sizeof(((mjModel*)0)->nbuffer), sizeof(((mjData*)0)->ncon));
${OPTION.map((name) => `  OFFSET(option, mjOption, ${name})`).join("\n")}
${CONTACT.map((name) => `  OFFSET(contact, mjContact, ${name})`).join("\n")}
${COLUMNS.map((name) => `  printf("columns ${name} %d\\n", (int)${name});`).join("\n")}
${[...MUJOCO_CONSTANTS, ...CHECKED].map((name) => `  printf("constant ${name} %d\\n", (int)${name});`).join("\n")}
}
`;

/** The table of one version. */
async function layoutOf(version: string, include: string, compiler: string): Promise<MujocoLayout> {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(`${folder}/layout.c`, PROGRAM);
    const built = await runProcess(
      [compiler, "-std=gnu17", "-w", "-I", include, "-o", `${folder}/layout`, `${folder}/layout.c`],
    );
    if (built.code !== 0) {
      throw new ToolError(`Cannot make the table of MuJoCo ${version}: ${built.output.split("\n")[0]}`);
    }
    const { output } = await runProcess([`${folder}/layout`]);
    return parse(version, output.trimEnd().split("\n").map((line) => line.split(/[ \t]/)));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function parse(version: string, lines: readonly string[][]): MujocoLayout {
  const of = (kind: string) => lines.filter(([first]) => first === kind).map(([, ...rest]) => rest);
  const offsets = (kind: string) => Object.fromEntries(of(kind).map(([name, at]) => [name, Number(at)]));
  const sizes = of("size").map(([name, at]) => [name, Number(at)] as const);
  const known = new Map([...of("columns"), ...sizes.map(([name]) => [name, name])] as [string, string][]);
  const [[model, data, contact, number]] = of("bytes");
  const widths = of("width")[0].map(Number);
  if (number !== "8" || widths.some((width, i) => width !== (i === 2 ? 4 : 8))) {
    throw new ToolError(`Cannot make the table of MuJoCo ${version}: its numbers have other widths (${widths})`);
  }
  const { nbuffer, buffer, opt } = offsets("place");
  const state = offsets("state");
  const contacts = offsets("contact");
  return {
    version,
    number: Number(of("version")[0][0]),
    sizes: run(version, "size", sizes),
    model: { bytes: Number(model), nbuffer, buffer, opt, ...arrays(version, of("model"), known) },
    data: {
      bytes: Number(data),
      nbuffer: state.nbuffer,
      buffer: state.buffer,
      ncon: state.ncon,
      contact: state.contact,
      ...arrays(version, of("data"), known),
    },
    option: offsets("option") as MujocoLayout["option"],
    contact: { bytes: Number(contact), ...contacts } as MujocoLayout["contact"],
    constants: offsets("constant") as MujocoLayout["constants"],
  };
}

/** Things of 8 bytes that follow each other. */
function run(version: string, what: string, places: readonly (readonly [string, number])[]) {
  const first = places[0][1];
  const odd = places.find(([, at], index) => at !== first + 8 * index);
  if (odd !== undefined) {
    throw new ToolError(`Cannot make the table of MuJoCo ${version}: ${what} ${odd[0]} is out of line`);
  }
  return { first, names: places.map(([name]) => name).join(" ") };
}

function arrays(
  version: string,
  rows: readonly string[][],
  known: ReadonlyMap<string, string>,
): { first: number; arrays: MujocoArray[] } {
  const { first } = run(version, "array", rows.map(([name, at]) => [name, Number(at)]));
  const factors = (name: string, text: string) =>
    text.split("*").map((factor) => {
      if (/^\d+$/.test(factor)) return factor;
      const found = known.get(factor);
      if (found !== undefined) return found;
      throw new ToolError(`Cannot make the table of MuJoCo ${version}: ${name} has '${text}' rows or columns`);
    });
  return {
    first,
    arrays: rows.map(([name, , bytes, count, width]) =>
      [name, bytes, ...factors(name, count), ...factors(name, width)].join(" ")
    ),
  };
}

/** A line for each version, so that a program parses the one that it needs. */
function text(layouts: Record<string, MujocoLayout>): string {
  return Object.values(layouts).map((layout) => `${JSON.stringify(layout)}\n`).join("");
}

/**
 * Writes the tables of where arrays and sizes are in the memory of each supported version of MuJoCo, out of the headers of its wheels. `--verify`
 * only compares.
 */
async function makeMujocoLayouts(args: string[]): Promise<number> {
  const compiler = Deno.env.get("CC") || "cc";
  const { code } = await runProcess([compiler, "--version"]).catch(() => ({ code: 127 }));
  if (code !== 0) {
    console.log(`${TABLES}: no C compiler`);
    return MISSING;
  }
  const layouts: Record<string, MujocoLayout> = {};
  for (const version of MUJOCO_VERSIONS) {
    const wheel = await mujocoWheel(version);
    if (!wheel.available) {
      console.log(`${TABLES}: ${wheel.reason}`);
      return MISSING;
    }
    layouts[version] = await layoutOf(version, wheel.include, compiler);
    const known = new Set(
      [layouts[version].model, layouts[version].data].flatMap(({ arrays }) => arrays.map((each) => each.split(" ")[0])),
    );
    const { sizes, ...fields } = MUJOCO_FIELDS;
    const names = layouts[version].sizes.names.split(" ");
    const missing = [...Object.values(fields).flat().filter((name) => !known.has(name))].concat(
      sizes.filter((name) => !names.includes(name)) as never[],
    );
    if (missing.length > 0) {
      throw new ToolError(
        `Cannot make the table of MuJoCo ${version}: it lacks ${missing.join(", ")}; take it off the list of versions`,
      );
    }
  }
  const path = `${projectRoot()}/${TABLES}`;
  if (!args.includes("--verify")) {
    Deno.writeTextFileSync(path, text(layouts));
    return 0;
  }
  if (Deno.readTextFileSync(path) === text(layouts)) return 0;
  console.log(`${TABLES} is not what the headers say; run ./dev deno run -A tools/make_mujoco_layouts.ts`);
  return 1;
}

if (import.meta.main) await runTool(makeMujocoLayouts);
