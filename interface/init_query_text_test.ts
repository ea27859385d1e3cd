import assert from "node:assert/strict";
import fc from "fast-check";
import { Logger } from "../core/log/logger.ts";
import { ProcessKeeper } from "../core/process_keeper.ts";
import { SystemClock } from "../core/system_clock.ts";
import { LocalHub } from "../comm/local/local_hub.ts";
import { LocalTransport } from "../comm/local/local_transport.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import type { InterfaceConfig } from "../schemas/interface_config.ts";
import { Codec } from "../wasm/codec.ts";
import type { ToInterfaceWorker } from "./interface_worker_messages.ts";
import { RobotInterface } from "./robot_interface.ts";
import type { InterfaceLink } from "./start_interface_worker.ts";

const codec = await Codec.load();
const clock = new SystemClock();
new ProcessKeeper(); // opens what it needs here, so that the test is not found to have left it open
const CONFIG = { name: "arm", network: { protocol: "shm", backend: "flatbuffer" }, autostart: false };

/** A control worker whose driver refuses everything, and quotes all that it was told of, as it is. */
class QuotingWorker {
  #told = "";
  post(message: ToInterfaceWorker): void {
    if (message.type === "create") this.#told = Object.values(message.setup.context).map(textsIn).join(" ");
  }
  next(types: readonly string[]) {
    const reason = `cannot connect: ${this.#told}`;
    return Promise.resolve(
      types.includes("prepared") ? { type: "prepared" } : { type: "failed", reason, publicReason: reason },
    );
  }
}

function textsIn(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? Object.entries(value).flat().map(textsIn).join(" ") : "";
}

/** What an interface logs and answers when it is asked for `entry`. */
async function ask(entry: unknown): Promise<{ log: string; answer: string }> {
  const hub = new LocalHub();
  const [own, asking] = [new LocalTransport(hub, "uri interface 'arm'"), new LocalTransport(hub, "uri manager")];
  const written: string[] = [];
  const write = (bytes: Uint8Array) => void written.push(new TextDecoder().decode(bytes));
  const log = new Logger({ level: "debug", format: "text", write });
  const link = new QuotingWorker() as unknown as InterfaceLink;
  const options = { realtime: "off", logLevel: "debug", logFormat: "text" } as const;
  const running = new RobotInterface(CONFIG as unknown as InterfaceConfig, options, log, own, { link, clock })
    .run(new AbortController().signal);
  const key = robotKeys("arm").init;
  let answer: Uint8Array | undefined;
  while (answer === undefined) {
    answer = await asking.query(key, codec.encodeConfig(JSON.stringify(entry)), { timeoutMs: 2000 });
  }
  assert.equal(await running, 1);
  await asking.close();
  return { log: written.join(""), answer: new TextDecoder().decode(answer) };
}

const evil = fc.oneof(
  fc.constantFrom(
    "x\n[error] forged",
    "y\r\n[success] forged",
    "\u001b[31mred",
    "\u009b31mred",
    "a\u2028[info] b",
    "a\u202eb",
    "new\nline.js",
    "RobotDriverMock",
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
  fc.string({ minLength: 1, maxLength: 12 }),
);
/** Mostly something harmless, so that the query gets further than to its first field. */
const some = (harmless: string) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(harmless) }, { weight: 1, arbitrary: evil });
const entry = fc.record({
  robot_interface: fc.record({
    driver: some("Some"),
    ip: some("10.0.0.1"),
    port: fc.constantFrom<unknown>(0, 1, "\n[error] forged"),
    config_path: some("/a"),
  }),
  controller: fc.record({ mode: some("position"), time_step: fc.constantFrom<unknown>(0.002, "\n[error] forged") }),
  grippers: fc.dictionary(some("g"), fc.array(some("j1"), { maxLength: 2 }), { maxKeys: 1 }),
  robot_module: fc.record({
    name: some("M"),
    joints: fc.tuple(fc.record({ name: some("j1") }), fc.record({ name: fc.constant("j2") })),
    body_sensors: fc.array(some("imu"), { maxLength: 1 }),
    grippers: fc.dictionary(some("g"), fc.array(some("j1"), { minLength: 1, maxLength: 1 }), { maxKeys: 1 }),
  }),
  other: evil,
});

Deno.test("init query: whatever it holds, it forges no line of the log and moves no terminal's cursor, and neither does the answer", async () => {
  const entries = fc.sample(entry, { numRuns: 400, seed: 5 });
  const all = await Promise.all(entries.map(ask));
  let created = 0;
  for (const [i, { log, answer }] of all.entries()) {
    const about = `${JSON.stringify(entries[i])}:\n${log}\n${answer}`;
    assert.ok(log.endsWith("\n"));
    for (const line of log.slice(0, -1).split("\n")) {
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, about);
      assert.match(line, /^\[(info|debug|warning|error)\] \[RobotInterface\] 'arm'/, about);
    }
    assert.doesNotMatch(answer, /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u, about);
    assert.match(answer, /^ERROR: /);
    if (answer.includes("cannot connect")) created++;
  }
  assert.ok(created > 20 && created < all.length - 20, `${created} of ${all.length} got as far as the driver`);
});
