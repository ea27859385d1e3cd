import type { DriverNames } from "./driver_names.ts";
import { fillTemplate } from "./fill_template.ts";
import { LANGUAGE_PLANS } from "./language_plans.ts";
import type { ProjectLanguage } from "./project_language.ts";
import { templateValues } from "./template_values.ts";

/** A file of a project. */
export interface ProjectFile {
  /** Path from the project's folder. */
  readonly path: string;
  /** Content. */
  readonly text: string;
}

/** Files of every project, and their templates. */
const COMMON: Readonly<Record<string, string>> = {
  "README.md": "common/README.md.in",
  ".gitignore": "common/gitignore.in",
  "etc/@SNAKE@.yaml": "common/etc/module.yaml.in",
  "etc/robot_interface.yaml": "common/etc/robot_interface.yaml.in",
  "etc/@SNAKE@_robot.yaml": "common/etc/robot.yaml.in",
  "etc/mc_rtc.yaml": "common/etc/mc_rtc.yaml.in",
  "etc/mc_rtc_mock.yaml": "common/etc/mc_rtc.yaml.in",
};

/** What the two manager's files differ in. */
const MANAGERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "etc/mc_rtc.yaml": {
    ABOUT: "@NAME@, moved by its driver",
    FILE: "mc_rtc.yaml",
    DRIVER_LINES: "      ip: 192.168.1.100\n      port: 0\n",
  },
  "etc/mc_rtc_mock.yaml": {
    ABOUT: "The module of @NAME@ with the mock robot of uri, without the driver",
    FILE: "mc_rtc_mock.yaml",
    DRIVER: "RobotDriverMock",
    DRIVER_LINES: "",
  },
};

/** All files of a project, sorted by their paths. `prefix`: where uri is installed. Reads the templates; errors are those of the system. */
export function projectFiles(names: DriverNames, language: ProjectLanguage, prefix: string): ProjectFile[] {
  const plan = LANGUAGE_PLANS[language];
  const values = templateValues(names, prefix);
  const addAll = (more: Readonly<Record<string, string>>) => {
    for (const [key, text] of Object.entries(more)) values[key] = fillTemplate(text, values);
  };
  addAll(plan.values);
  for (const [key, template] of Object.entries(plan.parts)) addAll({ [key]: read(template) });
  return Object.entries({ ...COMMON, ...plan.files }).map(([path, template]) => {
    const own = MANAGERS[path] ?? {};
    const filled = Object.fromEntries(Object.entries(own).map(([key, text]) => [key, fillTemplate(text, values)]));
    return { path: fillTemplate(path, values), text: tidy(fillTemplate(read(template), { ...values, ...filled })) };
  }).sort((a, b) => a.path < b.path ? -1 : 1);
}

function read(template: string): string {
  return Deno.readTextFileSync(new URL(`./templates/${template}`, import.meta.url));
}

/** An empty part leaves blank lines at the end. */
function tidy(text: string): string {
  return `${text.trimEnd()}\n`;
}
