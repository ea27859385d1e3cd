import assert from "node:assert/strict";
import { TestScript } from "./test_script.ts";

const SCRIPT = `
  import { listenForStop } from "./listen_for_stop.ts";
  const say = (text) => Deno.stdout.writeSync(new TextEncoder().encode(text + "\\n"));
  const stop = listenForStop((name, number) => say("first " + name + " " + number), (code) => Deno.exit(code));
  const alive = setInterval(() => {}, 1000);
  stop.signal.addEventListener("abort", () => say("aborted " + stop.signal.reason));
  say("ready");`;

/** Sends signals to a process with that script, the next one after each line that it says; gives all lines and how it ended. */
async function signalled(
  script: string,
  signals: readonly Deno.Signal[],
): Promise<{ lines: string[]; code: number; signal: string | null }> {
  const process = new TestScript(script).start();
  const decoder = new TextDecoder();
  const left = [...signals];
  let text = "";
  for await (const bytes of process.stdout) {
    text += decoder.decode(bytes);
    if (/(ready|aborted \w+)\n$/.test(text) && left.length > 0) process.kill(left.shift()!);
  }
  await process.stderr.cancel();
  const { code, signal } = await process.status;
  return { lines: text.trimEnd().split("\n"), code, signal };
}

for (const [name, number] of [["SIGINT", 2], ["SIGTERM", 15], ["SIGHUP", 1]] as const) {
  Deno.test(`stop: the first ${name} is told and aborts; the second, of whatever kind, ends with 128 + its number`, async () => {
    const second = name === "SIGTERM" ? ["SIGINT", 2] as const : ["SIGTERM", 15] as const;
    for (const [again, code] of [[name, 128 + number], [second[0], 128 + second[1]]] as const) {
      const result = await signalled(SCRIPT, [name, again]);
      assert.deepEqual(result.lines, ["ready", `first ${name} ${number}`, `aborted ${name}`]);
      assert.equal(result.code, code);
    }
  });
}

Deno.test("stop: a process that has nothing more to do after the first signal ends by itself", async () => {
  const result = await signalled(
    `${SCRIPT} stop.signal.addEventListener("abort", () => { clearInterval(alive); stop.dispose(); });`,
    ["SIGTERM"],
  );
  assert.deepEqual([result.code, result.signal], [0, null]);
});

Deno.test("stop: after dispose a signal has its usual effect again", async () => {
  const result = await signalled(`${SCRIPT.replace('say("ready");', 'stop.dispose(); say("ready");')}`, ["SIGTERM"]);
  assert.deepEqual([result.lines, result.signal], [["ready"], "SIGTERM"]);
});
