import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";

interface Graph {
  readonly roots: string[];
  readonly redirects?: Record<string, string>;
  readonly modules: {
    readonly specifier: string;
    readonly dependencies?: { readonly isDynamic?: boolean; readonly code?: { readonly specifier?: string } }[];
  }[];
}

/** What is loaded together with a file, without what it imports only when it needs it. */
async function loadedWith(path: string): Promise<Set<string>> {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", path],
    cwd: projectRoot(),
    stderr: "null",
  }).output();
  assert.ok(success);
  const { roots, modules } = JSON.parse(new TextDecoder().decode(stdout)) as Graph;
  const byName = new Map(modules.map((module) => [module.specifier, module]));
  const loaded = new Set<string>();
  const load = (specifier: string) => {
    if (loaded.has(specifier)) return;
    loaded.add(specifier);
    for (const { isDynamic, code } of byName.get(specifier)?.dependencies ?? []) {
      if (!isDynamic && code?.specifier !== undefined) load(code.specifier);
    }
  };
  roots.forEach(load);
  return loaded;
}

Deno.test("the Protobuf library is loaded by those who want it only", async () => {
  const paths = ["interface/interface_worker.ts", "interface/robot_interface.ts", "manager/manager_worker.ts"];
  for (const path of [...paths, "manager/robot_manager.ts", "comm/mod.ts"]) {
    const loaded = [...await loadedWith(path)];
    assert.ok(loaded.some((specifier) => specifier.endsWith("/wasm/codec.ts")), path);
    assert.deepEqual(loaded.filter((specifier) => /protobuf/.test(specifier)), [], path);
  }
  const codec = [...await loadedWith("wasm/protobuf/protobuf_codec.ts")];
  assert.ok(codec.some((specifier) => /npm:.*@bufbuild\/protobuf/.test(specifier)), "the graph shows the library");
});
