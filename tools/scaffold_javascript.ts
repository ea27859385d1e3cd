import { driverNames } from "../scaffold/driver_names.ts";
import { fillTemplate } from "../scaffold/fill_template.ts";
import { templateValues } from "../scaffold/template_values.ts";
import { projectRoot } from "./project_root.ts";
import { runTool } from "./run_tool.ts";
import { ToolError } from "./tool_error.ts";

const FOLDER = "scaffold/templates/ts";
/** A name that stands for the placeholder while the driver is bundled. */
const NAME = "Placeholdername";

/** The template of the driver in JavaScript, made from those in TypeScript as `deno task build` of a project does. */
export async function scaffoldJavaScript(): Promise<string> {
  const root = `${projectRoot()}/${FOLDER}`;
  const names = driverNames(NAME);
  const work = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${work}/src`);
    for (const [template, file] of [["driver.ts.in", `${names.className}.ts`], ["stand_in.ts.in", "stand_in.ts"]]) {
      const text = Deno.readTextFileSync(`${root}/${template}`);
      Deno.writeTextFileSync(`${work}/src/${file}`, fillTemplate(text, templateValues(names, "/")));
    }
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--quiet", "--platform", "deno", "-o", "driver.js", `src/${names.className}.ts`],
      cwd: work,
      stdin: "null",
      stdout: "null",
    }).output();
    if (!success) throw new ToolError(`Cannot bundle the driver: ${new TextDecoder().decode(stderr).trim()}`);
    return Deno.readTextFileSync(`${work}/driver.js`)
      .replaceAll(names.className, "@CLASS@").replaceAll(names.snake, "@SNAKE@").replaceAll(names.name, "@NAME@");
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
}

/** Writes the template. */
async function write(): Promise<number> {
  Deno.writeTextFileSync(`${projectRoot()}/${FOLDER}/driver.js.in`, await scaffoldJavaScript());
  return 0;
}

if (import.meta.main) await runTool(write);
