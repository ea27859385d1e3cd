import assert from "node:assert/strict";
import { skipUnless } from "../../../tests/skip_unless.ts";
import type { FailingResult, FailingWork } from "./test_failing_worker.ts";
import { testNativeLibrary } from "./test_native_library.ts";

const wheel = await testNativeLibrary();

/** Fails when its boxes reach the floor, for lack of memory. */
const SMALL = `<mujoco><size memory="14K"/><worldbody><geom type="plane" size="9 9 .1"/>${
  Array.from({ length: 12 }, (_, i) => `<body pos="${i} 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`)
    .join("")
}</worldbody></mujoco>`;
const PENDULUM =
  `<mujoco><worldbody><body><joint axis="0 1 0"/><geom pos="1 0 0" size=".1"/></body></worldbody></mujoco>`;

Deno.test({
  name: "simulations that fail in two threads stop neither each other nor a third, and each gets its own texts",
  ignore: skipUnless(wheel.available, wheel.available ? "" : wheel.reason),
  async fn() {
    const folder = Deno.makeTempDirSync();
    const files = { small: `${folder}/small.xml`, pendulum: `${folder}/pendulum.xml` };
    Deno.writeTextFileSync(files.small, SMALL);
    Deno.writeTextFileSync(files.pendulum, PENDULUM);
    const run = (file: string) =>
      new Promise<FailingResult>((resolve, reject) => {
        const worker = new Worker(new URL("./test_failing_worker.ts", import.meta.url), { type: "module" });
        worker.onmessage = ({ data }: MessageEvent<FailingResult>) => {
          worker.terminate();
          resolve(data);
        };
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Error(event.message));
        };
        const work: FailingWork = { library: wheel.available ? wheel.library : "", file, steps: 20_000 };
        worker.postMessage(work);
      });
    try {
      const [one, two, third, alone] = [
        ...await Promise.all([run(files.small), run(files.small), run(files.pendulum)]),
        await run(files.pendulum),
      ];
      for (const { failures, texts } of [one, two]) {
        assert.ok(failures > 10, `${failures}`);
        assert.ok(texts.every((text) => text.startsWith("mj_stackAlloc: out of memory")), texts.join("\n"));
      }
      assert.equal(third.failures, 0);
      assert.equal(third.position, alone.position);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
