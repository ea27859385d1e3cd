import assert from "node:assert/strict";
import { ConfigProblems } from "../core/config_problems.ts";
import { parseYaml } from "../core/parse_yaml.ts";
import { VERSION } from "../core/version.ts";
import { BUILT_IN_ROBOT_MODULES } from "../robots/built_in_robot_modules.ts";
import { readRobotModule } from "../schemas/read_robot_module.ts";
import { collectInstallFiles } from "./collect_install_files.ts";

const FILES = new Map(collectInstallFiles().map(({ path, content }) => [path, new TextDecoder().decode(content)]));
const SHARE = "share/unified_robot_interface";

Deno.test("paths stay below the prefix, each is there once, and nothing is empty", () => {
  assert.equal(FILES.size, collectInstallFiles().length);
  for (const [path, text] of FILES) {
    assert.ok(path.split("/").every((part) => /^[\w@.-]+$/.test(part) && part !== ".." && part !== "."), path);
    assert.notEqual(text, "", path);
    assert.doesNotMatch(path, /_test\.ts$/);
  }
});

Deno.test("the built-in robot modules are there as files that say the same", () => {
  for (const [name, module] of BUILT_IN_ROBOT_MODULES) {
    const problems = new ConfigProblems();
    const root = parseYaml(FILES.get(`${SHARE}/robot_modules/${name}.yaml`)!, `${name}.yaml`, problems);
    assert.deepEqual(readRobotModule(root!, [], problems), module);
    assert.ok(problems.isEmpty);
  }
});

Deno.test("templates are filled in with the version", () => {
  for (const [path, text] of FILES) {
    assert.doesNotMatch(path, /\.in$/);
    assert.doesNotMatch(text, /@VERSION@/, path);
  }
  assert.ok(FILES.get("lib/pkgconfig/unified_robot_interface.pc")!.includes(`\nVersion: ${VERSION}\n`));
});

Deno.test("the pages of the examples lead nowhere else: no clone, no page that is not there", () => {
  const pages = [...FILES].filter(([path]) => path.endsWith(".md"));
  assert.ok(pages.length > 1);
  for (const [path, text] of pages) {
    assert.doesNotMatch(text, /\.\/dev uri/, path);
    const folder = path.replace(/[^/]*$/, "");
    for (const [, target] of text.matchAll(/\]\(([^)#]+)\)/g)) {
      if (!target.startsWith("http")) assert.ok(FILES.has(folder + target), `${path}: ${target}`);
    }
  }
});

Deno.test("examples and types are laid out as in the sources, so that what one names is found", () => {
  for (const [path, text] of FILES) {
    for (const [, target] of text.matchAll(/import\("(\.\.?\/[^"]+)"\)/g)) {
      const parts = path.split("/").slice(0, -1);
      for (const part of target.split("/")) {
        if (part === "..") parts.pop();
        else if (part !== ".") parts.push(part);
      }
      assert.ok(FILES.has(parts.join("/")), `${path}: ${target}`);
    }
  }
});
