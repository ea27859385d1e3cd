import assert from "node:assert/strict";
import { skipUnless } from "../tests/skip_unless.ts";
import { explainScheduling } from "./explain_scheduling.ts";
import { requestRealtime, type SchedulingOutcome } from "./request_realtime.ts";
import { TestScript, type TestScriptOptions } from "./test_script.ts";

const POLICIES = ["SCHED_OTHER", "SCHED_FIFO", "SCHED_RR", "SCHED_BATCH", "", "SCHED_IDLE", "SCHED_DEADLINE"];

/** What a thread gets, with the policy and the priority that the kernel then says it has. */
async function ask(mode: string, options: TestScriptOptions = {}) {
  const script = new TestScript(
    `import { requestRealtime } from "./request_realtime.ts";
     const outcome = requestRealtime("${mode}", 10_000_000);
     const stat = Deno.readTextFileSync("/proc/thread-self/stat");
     const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
     console.log(JSON.stringify({ outcome, policy: +fields[38], priority: +fields[37] }));`,
    options,
  );
  const { code, out, err } = await script.run();
  assert.equal(code, 0, err);
  const { outcome, policy, priority } = JSON.parse(out) as {
    outcome: SchedulingOutcome;
    policy: number;
    priority: number;
  };
  return { outcome, policy: POLICIES[policy], priority };
}

function runs(argv: readonly string[], asNobody = false): boolean {
  try {
    const ids = asNobody ? { uid: 65534, gid: 65534 } : {};
    return new Deno.Command(argv[0], { args: argv.slice(1), stdout: "null", stderr: "null", ...ids }).outputSync()
      .success;
  } catch {
    return false;
  }
}

const isRoot = Deno.uid() === 0;
const mayFifo = runs(["chrt", "--fifo", "1", "true"]);
const isShared = isRoot && runs([Deno.execPath(), "--version"], true);

Deno.test({
  name: "real time: who has the right gets SCHED_DEADLINE, or SCHED_FIFO with the reason; the kernel agrees",
  ignore: skipUnless(mayFifo, "this user may not have real-time scheduling"),
  fn: async () => {
    const { outcome, policy, priority } = await ask("try");
    assert.equal(outcome.requested, "try");
    assert.equal(outcome.obtained, policy);
    if (outcome.obtained === "SCHED_DEADLINE") assert.equal(outcome.reason, "");
    else {
      // A kernel whose bandwidth is given away, or that has no such class.
      assert.equal(outcome.obtained, "SCHED_FIFO");
      assert.match(outcome.reason, /^SCHED_DEADLINE \(sched_setattr\): E[A-Z]+: /);
      assert.equal(priority, 80);
    }
  },
});

Deno.test({
  name: "real time: a process bound to one processor gets SCHED_FIFO, and is told why not more",
  ignore: skipUnless(
    mayFifo && navigator.hardwareConcurrency > 1 && runs(["taskset", "-c", "0", "true"]),
    "real-time scheduling, two processors and taskset are needed",
  ),
  fn: async () => {
    const { outcome, policy, priority } = await ask("enforce", { before: ["taskset", "-c", "0"] });
    assert.deepEqual([outcome.requested, outcome.obtained, policy, priority], [
      "enforce",
      "SCHED_FIFO",
      "SCHED_FIFO",
      80,
    ]);
    assert.match(outcome.reason, /^SCHED_DEADLINE \(sched_setattr\): E[A-Z]+: [a-z ,]+$/);
  },
});

Deno.test({
  name: "real time: who has no right keeps normal scheduling, and gets both error numbers and the remedy",
  ignore: skipUnless(isShared, "root is needed, and a Deno that all users may run"),
  fn: async () => {
    const { outcome, policy } = await ask("try", { asNobody: true });
    assert.deepEqual([outcome.obtained, policy], ["SCHED_OTHER", "SCHED_OTHER"]);
    assert.match(outcome.reason, /SCHED_DEADLINE \(sched_setattr\): EPERM: operation not permitted/);
    assert.match(outcome.reason, /SCHED_FIFO \(sched_setscheduler\): EPERM: operation not permitted/);
    assert.match(outcome.reason, /setcap cap_sys_nice\+ep .*rtprio 99.*\/etc\/security\/limits\.conf/);
  },
});

Deno.test("real time: off asks for nothing", () => {
  assert.deepEqual(requestRealtime("off", 1e6), { requested: "off", obtained: "SCHED_OTHER", reason: "" });
});

Deno.test("real time: the outcome is explained in one line, a warning only where something was refused", () => {
  const say = (requested: SchedulingOutcome["requested"], obtained: SchedulingOutcome["obtained"], reason = "") =>
    explainScheduling("loop", { requested, obtained, reason });
  assert.deepEqual(say("off", "SCHED_OTHER"), {
    warn: false,
    text: "loop: normal scheduling, as asked by --realtime off",
  });
  assert.deepEqual(say("try", "SCHED_DEADLINE"), { warn: false, text: "loop: scheduled by SCHED_DEADLINE" });
  assert.deepEqual(say("try", "SCHED_FIFO", "EBUSY"), { warn: false, text: "loop: scheduled by SCHED_FIFO (EBUSY)" });
  for (const mode of ["try", "enforce"] as const) {
    assert.deepEqual(say(mode, "SCHED_OTHER", "EPERM; do this"), {
      warn: true,
      text: "loop: no real-time scheduling, the loop runs with the normal one; EPERM; do this",
    });
  }
});
