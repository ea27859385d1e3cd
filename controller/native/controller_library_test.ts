import assert from "node:assert/strict";
import { buildController } from "../../tests/kit/build_controller.ts";
import { PluginPrefix } from "../../tests/kit/plugin_prefix.ts";
import { ControllerError } from "../controller_error.ts";
import { createController } from "../create_controller.ts";
import type { RobotController, RobotControllerContext } from "../robot_controller.ts";
import { ControllerLibrary } from "./controller_library.ts";

const CONTEXT: RobotControllerContext = {
  timeStepNs: 2e6,
  robots: [],
  configuration: { Timestep: 0.002, Robots: {} },
};
const ignore = buildController.isMissing();
const { build } = buildController;

/** An installation for one test, in which controllers are created by name. */
class Installation implements Disposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "uri controllers " });
  readonly prefix = new PluginPrefix(this.#folder);

  create(name: string): Promise<RobotController> {
    return createController(name, CONTEXT, { installation: { prefix: this.prefix.folder, reason: "" } });
  }

  /** The error with which the controller `name` in the library at `path` is refused; `@` stands for the place of the library in it. */
  async refusal(name: string, path: string): Promise<string> {
    const put = this.prefix.controller(path, name);
    const error = await this.create(name).then(() => undefined, (error) => error);
    assert.ok(error instanceof ControllerError, `${error}`);
    assert.equal(error.controller, name);
    return error.message.replaceAll(put, "@");
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

Deno.test("controller libraries: one that is not there is told with the path, what there is, and the nearest", async () => {
  using installation = new Installation();
  Deno.writeTextFileSync(`${installation.prefix.controllers}/librobot_controller_walking.so`, "");
  const folder = installation.prefix.controllers;
  await assert.rejects(installation.create("walkin"), {
    message: `Failed to load controller backend 'walkin' from '${folder}/librobot_controller_walkin.so': ` +
      "cannot open shared object file: No such file or directory; wanted one of hold, posture, walking; did you mean 'walking'?",
  });
});

Deno.test("controller libraries: a name never becomes a path", async () => {
  using installation = new Installation();
  for (const name of ["../x", "/tmp/x", "a/b", "..", "a\0b", "a\\b"]) {
    await assert.rejects(
      installation.create(name),
      /it is no name of a controller, which has no slash/,
      name,
    );
  }
});

Deno.test("controller libraries: a program that is not installed says so", async () => {
  const installation = { reason: "/tmp/uri does not stand in a folder bin/" };
  await assert.rejects(
    createController("walking", CONTEXT, { installation }),
    /'walking': it cannot be looked for: \/tmp\/uri does not stand in a folder bin\/; wanted one of hold, posture/,
  );
});

Deno.test({
  name: "controller libraries: a file that is no library is told with what it is",
  sanitizeResources: false, // the C library is opened once and stays
  async fn() {
    using installation = new Installation();
    const text = `${installation.prefix.folder}/text`;
    Deno.writeTextFileSync(text, "hello, world\n");
    assert.equal(
      await installation.refusal("text", text),
      `Failed to load controller backend 'text' from '@': it is no library: it begins with the text "hello, world\\n"; wanted an ELF file`,
    );
    Deno.writeTextFileSync(text, "");
    assert.match(await installation.refusal("empty", text), /it is no library: it is empty; wanted an ELF file$/);
    Deno.mkdirSync(`${installation.prefix.controllers}/librobot_controller_folder.so`);
    await assert.rejects(
      installation.create("folder"),
      /Failed to load controller backend 'folder' from '.*': .*directory/,
    );
  },
});

for (const [macro, symbol] of [["NAME", "backend_name"], ["CREATE", "create"], ["DESTROY", "destroy"]]) {
  Deno.test({
    name: `controller libraries: one without robot_controller_${symbol} is refused with that`,
    ignore,
    fn: async () => {
      using installation = new Installation();
      const library = await build("own_symbols.cpp", `WITHOUT_${macro}`, "WITHOUT_FLAT");
      assert.equal(
        await installation.refusal("own", library),
        `Controller plugin '@' does not export 'robot_controller_${symbol}': undefined symbol: robot_controller_${symbol}`,
      );
    },
  });
}

Deno.test({
  name: "controller libraries: one that hides its own functions is told how to show them",
  ignore,
  fn: async () => {
    using installation = new Installation();
    assert.match(
      await installation.refusal("own", await build("own_symbols.cpp", "HIDDEN")),
      /undefined symbol: robot_controller_backend_name; write URI_CONTROLLER_EXPORT before its definition, as this library may hide/,
    );
  },
});

Deno.test({
  name: "controller libraries: one of another header is refused with how to rebuild it",
  ignore,
  sanitizeResources: false, // a library that was opened stays open
  fn: async () => {
    using installation = new Installation();
    const refusal = await installation.refusal("own", await build("own_symbols.cpp", "WITHOUT_FLAT"));
    assert.match(refusal, /^Controller plugin '@' was built against another Controller\.h: it has the three symbols/);
    assert.match(refusal, /Add ROBOT_CONTROLLER_EXPORT_FLAT\(\).*rebuild and reinstall it.*cmake --install build/);
  },
});

Deno.test({
  name: "controller libraries: one in C without a function, or of another version, is refused with that",
  ignore,
  sanitizeResources: false, // a library that was opened stays open
  fn: async () => {
    using installation = new Installation();
    assert.match(
      await installation.refusal("plain", await build("plain.c", "WITHOUT_RUN")),
      /^Controller plugin '@' does not export 'uri_controller_run': undefined symbol: uri_controller_run; see uri_controller\.h$/,
    );
    assert.match(
      await installation.refusal("plain", await build("plain.c", "ABI_VERSION=2u")),
      /^Controller plugin '@' was built against an incompatible interface: version 2 .*\(expected version 1\)/,
    );
  },
});

Deno.test({
  name: "controller libraries: one under a wrong name is refused with both names",
  ignore,
  sanitizeResources: false, // a library that was opened stays open
  fn: async () => {
    using installation = new Installation();
    assert.match(
      await installation.refusal("other", await build("own_symbols.cpp")),
      /^Controller plugin '@' provides backend 'own', but backend 'other' was requested: /,
    );
    assert.match(
      await installation.refusal("own", await build("own_symbols.cpp", "NULL_NAME")),
      /^Controller plugin '@' provides backend '', but backend 'own' was requested: /,
    );
  },
});

Deno.test({
  name: "controller libraries: what create throws is passed on; so is that it gave no cause",
  ignore,
  sanitizeResources: false, // a library that was opened stays open
  fn: async () => {
    using installation = new Installation();
    assert.equal(
      await installation.refusal("own", await build("own_symbols.cpp", "CREATE_THROWS")),
      "Controller backend 'own' returned a null controller: no robot in sight",
    );
    assert.equal(
      await installation.refusal("own", await build("own_symbols.cpp", "CREATE_RETURNS_NULL")),
      "Controller backend 'own' returned a null controller: robot_controller_create() gave no cause; " +
        "let its exceptions out, and they are shown here",
    );
  },
});

Deno.test({
  name: "controller libraries: one that is loaded stays as it is, whatever happens to its file",
  ignore,
  sanitizeResources: false, // a library that was opened stays open
  fn: async () => {
    using installation = new Installation();
    const path = installation.prefix.controller(await build("own_symbols.cpp"), "own");
    const controller = await installation.create("own");
    Deno.writeTextFileSync(path, "overwritten");
    Deno.removeSync(path);
    controller.initializeRobots();
    controller.start();
    assert.equal(controller.run(), 0);
    controller.stop();
  },
});

Deno.test({
  name: "controller libraries: robot modules are described by those that can, and nobody else",
  ignore,
  sanitizeResources: false, // a library that was opened stays open
  fn: async () => {
    const [plain, path] = await Promise.all([build("scripted.cpp"), build("scripted.cpp", "WITH_MODULES")]);
    assert.equal(ControllerLibrary.describesModules(plain), false);
    assert.equal(ControllerLibrary.describesModules("/dev/null"), false);
    assert.equal(ControllerLibrary.describesModules("/nowhere"), false);
    assert.equal(ControllerLibrary.describesModules(path), true);
    const library = ControllerLibrary.open("scripted", path);
    assert.equal(await library.describe("Unknown"), undefined);
    assert.deepEqual(await library.describe("Broken"), { fault: "its mesh is missing" });
    const known = await library.describe("HRP2");
    assert.ok(known !== undefined && "text" in known && known.text.startsWith("name: HRP2\njoints:\n"));
    const long = await library.describe("Long");
    assert.ok(long !== undefined && "text" in long && long.text.length > 65536 && long.text.endsWith("}\n"));
  },
});
