import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";

Deno.test("the examples at the doors of drivers, controllers and the manager are right, and run", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "--doc", "-A", "drivers/mod.ts", "controller/mod.ts", "manager/mod.ts"],
    cwd: projectRoot(),
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.equal(code, 0, said);
  assert.match(said, /3 passed/, said);
});
