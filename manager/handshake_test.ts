import assert from "node:assert/strict";
import fc from "fast-check";
import { Logger } from "../core/log/logger.ts";
import type { StartedChild } from "../core/child_processes.ts";
import { LocalHub } from "../comm/local/local_hub.ts";
import { LocalTransport } from "../comm/local/local_transport.ts";
import type { QueryHandler, Transport } from "../comm/transport.ts";
import { handshake, type HandshakeParts } from "./handshake.ts";

const KEY = "ur5e/init";
const PAYLOAD = new TextEncoder().encode("the configuration");

/** Both sides in one process; the interface answers with `answer`, if there is one. */
async function withSides(
  run: (side: {
    interfaceSide: Transport;
    lines: string[];
    shake(parts?: Partial<HandshakeParts>): Promise<boolean>;
  }) => Promise<void>,
): Promise<void> {
  const hub = new LocalHub();
  const managerSide = new LocalTransport(hub, "uri manager"), interfaceSide = new LocalTransport(hub, "uri interface");
  const lines: string[] = [];
  const write = (bytes: Uint8Array) => void lines.push(new TextDecoder().decode(bytes).trimEnd());
  const log = new Logger({ level: "debug", format: "text", write });
  const base = { name: "ur5e", key: KEY, payload: PAYLOAD, transport: managerSide, log };
  try {
    await run({
      interfaceSide,
      lines,
      shake: (parts = {}) => handshake({ ...base, stop: new AbortController().signal, ...parts }),
    });
  } finally {
    await managerSide.close();
    await interfaceSide.close();
  }
}

const text = (answer: string): QueryHandler => () => new TextEncoder().encode(answer);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("handshake: OK initialises the robot; the interface gets the payload once, whichever side was first", async () => {
  for (const late of [false, true]) {
    await withSides(async ({ interfaceSide, lines, shake }) => {
      const got: string[] = [];
      const answer = () =>
        interfaceSide.answer(KEY, (payload) => {
          got.push(new TextDecoder().decode(payload));
          return new TextEncoder().encode("OK");
        });
      if (!late) await answer();
      const shaking = shake();
      if (late) await pause(100);
      if (late) await answer();
      assert.equal(await shaking, true);
      assert.deepEqual(got, ["the configuration"]);
      assert.deepEqual(lines, [
        "[info] [robot_manager] Querying robot_interface 'ur5e' (waiting up to 60 s)…",
        "[success] [RobotManager] Robot 'ur5e' driver loaded successfully",
      ]);
    });
  }
});

Deno.test("handshake: an error is told, and the robot dropped at once, without another attempt", async () => {
  await withSides(async ({ interfaceSide, lines, shake }) => {
    await interfaceSide.answer(KEY, text("ERROR: Driver load failed: no such robot"));
    assert.equal(await shake(), false);
    assert.deepEqual(lines.slice(1), [
      "[error] [RobotManager] Robot 'ur5e' init failed: ERROR: Driver load failed: no such robot — skipping.",
    ]);
  });
});

Deno.test("handshake: what is neither OK nor an error drops the robot too", async () => {
  for (const answer of ["", "OK!", "ok", "\u0000"]) {
    await withSides(async ({ interfaceSide, shake }) => {
      await interfaceSide.answer(KEY, text(answer));
      assert.equal(await shake(), false);
    });
  }
});

Deno.test("handshake: five attempts of their whole time each, then the robot is dropped", async () => {
  await withSides(async ({ lines, shake }) => {
    const start = performance.now();
    assert.equal(await shake({ attemptMs: 60 }), false);
    assert.ok(performance.now() - start >= 5 * 60 - 5);
    assert.deepEqual(lines, [
      "[info] [robot_manager] Querying robot_interface 'ur5e' (waiting up to 0.06 s)…",
      ...[2, 3, 4, 5].map((n) => `[info] [robot_manager] Retrying init query to 'ur5e' (attempt ${n}/5)…`),
      "[error] [RobotManager] Init query to robot_interface 'ur5e' timed out after 5 attempts — is the process running? Skipping this robot.",
    ]);
  });
});

Deno.test("handshake: an attempt that ends early without an answer goes on within its time, and burns no other", async () => {
  await withSides(async ({ interfaceSide, lines, shake }) => {
    let queries = 0;
    await interfaceSide.answer(KEY, () => {
      // An interface that is restarted again and again while it answers.
      if (++queries <= 7) return Promise.reject(new TypeError("broken on purpose"));
      return new TextEncoder().encode("OK");
    });
    assert.equal(await shake({ attemptMs: 30_000 }), true);
    assert.equal(queries, 8);
    assert.equal(lines.filter((line) => line.includes("Retrying")).length, 0);
  });
});

Deno.test("handshake: a driver that takes longer than an attempt is found ready by a later one", async () => {
  await withSides(async ({ interfaceSide, lines, shake }) => {
    const ready = pause(150).then(() => new TextEncoder().encode("OK"));
    await interfaceSide.answer(KEY, () => ready);
    assert.equal(await shake({ attemptMs: 60 }), true);
    assert.ok(lines.some((line) => line.includes("Retrying")));
  });
});

Deno.test("handshake: ends without a word of blame when it is asked to stop, also before it began", async () => {
  await withSides(async ({ lines, shake }) => {
    const stop = new AbortController();
    const shaking = shake({ stop: stop.signal });
    await pause(20);
    stop.abort();
    assert.equal(await shaking, false);
    assert.equal(lines.length, 1);
    assert.equal(await shake({ stop: stop.signal }), false);
    assert.deepEqual(lines.filter((line) => line.startsWith("[error]")), []);
  });
});

function child(): { child: StartedChild; end: (how: { code: number; signal: string | null }) => void } {
  const { promise, resolve } = Promise.withResolvers<{ code: number; signal: string | null }>();
  return { child: { name: "ur5e", pid: 4711, ended: promise }, end: resolve };
}

Deno.test("handshake: a child that dies before it answers is told at once, with its exit code or signal", async () => {
  for (
    const [how, words] of [[{ code: 2, signal: null }, "exit code 2"], [
      { code: 137, signal: "SIGKILL" },
      "signal SIGKILL",
    ]] as const
  ) {
    await withSides(async ({ lines, shake }) => {
      const made = child();
      const shaking = shake({ child: made.child });
      await pause(20);
      made.end(how);
      assert.equal(await shaking, false);
      assert.deepEqual(lines.slice(1), [
        `[error] [RobotManager] robot_interface 'ur5e' (pid 4711) ended with ${words} before it answered. Skipping this robot.`,
      ]);
    });
  }
});

Deno.test("handshake: an error that a child answers before it ends is told, and not its exit code", async () => {
  await withSides(async ({ interfaceSide, lines, shake }) => {
    const made = child();
    await interfaceSide.answer(KEY, () => {
      made.end({ code: 1, signal: null });
      return pause(20).then(() => new TextEncoder().encode("ERROR: no such robot"));
    });
    assert.equal(await shake({ child: made.child }), false);
    assert.match(lines[1], /init failed: ERROR: no such robot/);
    assert.equal(lines.length, 2);
    await pause(120); // the time that it gives a last answer
  });
});

Deno.test("handshake: a long wait is told, with what is waited for and what to do", async () => {
  const owner = { description: "uri simulate 'ur5e'", pid: 12, host: "here" };
  const cases: [Partial<HandshakeParts>, string][] = [
    [{}, "(start it with: uri interface -n ur5e; or uri simulate, with a scene that has it)"],
    [{ child: child().child }, "(it is process 4711; its driver may still be loading)"],
    [{ interfaceOwner: () => owner }, "(it is uri simulate 'ur5e', pid 12; its driver may still be loading)"],
  ];
  await Promise.all(cases.map(([parts, advice]) =>
    withSides(async ({ interfaceSide, lines, shake }) => {
      const shaking = shake(parts);
      const end = performance.now() + 20_000;
      while (lines.length < 2 && performance.now() < end) await pause(50);
      assert.match(lines[1], /^\[info\] \[robot_manager\] waiting for 'ur5e' to answer on 'ur5e\/init', \d+ s so far/);
      assert.ok(lines[1].endsWith(advice), lines[1]);
      await interfaceSide.answer(KEY, text("OK"));
      assert.equal(await shaking, true);
    })
  ));
});

Deno.test("handshake: an interface that ends while it is asked is told of; the third ends the wait", async () => {
  await withSides(async ({ interfaceSide, lines, shake }) => {
    // The driver crashes in its constructor: the query is taken, and never answered.
    await interfaceSide.answer(KEY, () => new Promise<never>(() => {}));
    let pid = 100;
    const interfaceOwner = () => pid === 0 ? undefined : { description: "uri interface 'ur5e'", pid, host: "here" };
    const shaking = shake({ interfaceOwner });
    for (const next of [0, 101, 102, 0]) {
      await pause(300);
      pid = next;
    }
    assert.equal(await shaking, false);
    const told = lines.filter((line) => line.includes("ended before it answered"));
    assert.equal(told.length, 3);
    assert.match(
      told[0],
      /^\[warning\] \[RobotManager\] robot_interface 'ur5e' \(uri interface 'ur5e', pid 100\) ended before it answered/,
    );
    assert.match(lines.at(-1)!, /has ended 3 times before it answered\. Skipping this robot/);
  });
});

Deno.test("handshake: whatever an interface answers, it forges no line of the log and moves no terminal's cursor", async () => {
  const piece = fc.oneof(
    fc.constantFrom("\n[error] forged", "\r\n", "\u001b[2J", "\u009b31m", "\u2028", "\u202e", "ERROR: "),
    fc.string({ unit: "binary", maxLength: 10 }),
  );
  const property = fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
    await withSides(async ({ interfaceSide, lines, shake }) => {
      await interfaceSide.answer(KEY, text(`ERROR: ${pieces.join("")}`));
      assert.equal(await shake(), false);
      for (const line of lines.join("\n").split("\n")) {
        assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        assert.match(line, /^(\[(info|error)\] \[(RobotManager|robot_manager)\] | {2})/);
      }
    });
  });
  await fc.assert(property, { numRuns: 100 });
});
