import assert from "node:assert/strict";
import { SharedBlock } from "../core/shared_block.ts";
import { CallWatch } from "./call_watch.ts";
import { LoopCall } from "./loop_call.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { testRobots } from "./test_robots.ts";

/** A watch over a loop that a test moves by hand, looked at every 20 ms. */
class Watched {
  readonly lines: string[] = [];
  readonly #config = testRobots.config("a", "b");
  readonly #block = new SharedBlock(managerBlockShape(2));
  readonly watch: CallWatch;
  nowMs = 0;

  constructor(proxy?: string, isLockstep = false) {
    const robots = this.#config.robots.map((robot) => ({ ...robot, interface: proxy ?? robot.interface }));
    this.watch = new CallWatch({ ...this.#config, robots }, this.#block, isLockstep);
  }

  /** The loop begins a call, or is in none. */
  calls(call: number): this {
    this.#block.values[B.CALL] = call;
    if (call !== LoopCall.None) this.#block.values[B.CALLS] += 1;
    return this;
  }

  /** Time passes, in looks so far apart. */
  passes(ms: number, everyMs = 20): string[] {
    const error = (text: string) => void this.lines.push(`error ${text}`);
    const warning = (text: string) => void this.lines.push(`warning ${text}`);
    for (const endMs = this.nowMs + ms; this.nowMs < endMs;) {
      this.nowMs += everyMs;
      this.watch.look(this.nowMs, { error, warning });
    }
    return this.lines.splice(0);
  }
}

Deno.test("call watch: in lock step nobody is held meanwhile: time stands", () => {
  const loop = new Watched(undefined, true).calls(LoopCall.Run);
  assert.match(loop.passes(2040)[0], /has not returned from run\(\) for 2\.0 s; simulated time stands meanwhile$/);
});

Deno.test("call watch: a call that has not returned for two seconds is told by its name, again every ten, and when it is over", () => {
  const held = "; the robots are held by their interfaces meanwhile";
  for (
    const [call, what] of [
      [LoopCall.Run, "the controller 'hold' has not returned from run()"],
      [LoopCall.Stop, "the controller 'hold', or a proxy, has not returned from stop()"],
      [LoopCall.Sensors, "the controller 'hold' has not taken the measurements of 'a'"],
      [LoopCall.Sensors + 2, "the controller 'hold' has not taken the measurements of 'b'"],
      [LoopCall.Command + 2, "the controller 'hold' has not given its command of 'b'"],
    ] as const
  ) {
    const loop = new Watched();
    assert.deepEqual(loop.calls(call).passes(2000), []);
    assert.deepEqual(loop.passes(40), [`error [RobotManager] ${what} for 2.0 s${held}`]);
    assert.deepEqual(loop.passes(9900), []);
    assert.deepEqual(loop.passes(200), [`error [RobotManager] ${what} for 12.0 s${held}`]);
    assert.match(loop.watch.describe(), /for 12\.1 s$/);
    assert.deepEqual(loop.calls(LoopCall.None).passes(40), [
      "warning [RobotManager] the control loop goes on, after 12.1 s",
    ]);
    assert.equal(loop.watch.describe(), "");
  }
});

Deno.test("call watch: a proxy of somebody else's may be the one", () => {
  const loop = new Watched("/robots/proxy.js").calls(LoopCall.Command);
  assert.match(
    loop.passes(2100)[0],
    /the controller 'hold', or the proxy \/robots\/proxy\.js, has not given its command of 'a' for/,
  );
});

Deno.test("call watch: a loop that goes on, that waits for its time, or that was not looked at, is left alone", () => {
  const busy = new Watched();
  for (let i = 0; i < 500; i++) assert.deepEqual(busy.calls(LoopCall.Run).passes(20), []);
  const waits = new Watched();
  waits.calls(LoopCall.Run).passes(20);
  assert.deepEqual(waits.calls(LoopCall.None).passes(60_000), []);
  const stopped = new Watched().calls(LoopCall.Run);
  stopped.passes(20);
  assert.deepEqual(stopped.passes(60_000, 60_000), [], "the whole process stood still");
});
