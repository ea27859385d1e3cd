import assert from "node:assert/strict";
import { Logger } from "../core/log/logger.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { TestClock } from "../core/test_clock.ts";
import { RealTimeFactor } from "./real_time_factor.ts";
import { SIMULATION_BLOCK_SHAPE, SimulationBlock as B } from "./simulation_block.ts";

const TICK_NS = 1e6;

class Scene {
  readonly clock = new TestClock();
  readonly block = new SharedBlock(SIMULATION_BLOCK_SHAPE);
  readonly lines: string[] = [];
  readonly factor: RealTimeFactor;

  constructor(tickNs = TICK_NS) {
    const onLine = (level: string, text: string) => void this.lines.push(`${level}: ${text}`);
    const log = new Logger({ level: "info", format: "text", write: () => {}, onLine });
    this.factor = new RealTimeFactor(this.block, tickNs, log, this.clock);
    this.block.values[B.START] = this.clock.now();
  }

  /** Lets wall time pass, with `share` of it in the world, looking every 20 ms. */
  run(seconds: number, share = 1, workNs = 50e3): void {
    for (let i = 0; i < seconds / 0.02; i++) {
      this.clock.timeNs += 20e6;
      this.block.values[B.TICKS] += 20 * share;
      this.block.values[B.LOST] += 20 * (1 - share);
      this.block.values[B.NOW] = this.clock.now();
      this.block.histograms[B.H_PHYSICS].record(workNs);
      this.factor.look();
    }
  }
}

Deno.test("real-time factor: a world that keeps up is not told of; its factor is, at the end", () => {
  const scene = new Scene();
  scene.run(60);
  assert.deepEqual(scene.lines, []);
  scene.factor.finish();
  assert.deepEqual(scene.lines, ["info: [Simulation] 60.000 s simulated, real-time factor 1.0000"]);
});

Deno.test("real-time factor: a slow world is told with what it takes, less and less often", () => {
  const scene = new Scene();
  scene.run(36, 0.5, 2e6);
  assert.equal(scene.lines.length, 3, scene.lines.join("\n"));
  assert.match(
    scene.lines[0],
    /^warning: .*factor 0\.50 in the last 5 s: this computer takes 2\.\d+ ms for 1 ms of this world; give it/,
  );
  assert.match(scene.lines[2], /in the last 20 s/);
  scene.factor.finish();
  assert.match(
    scene.lines[3],
    /18\.000 s simulated, real-time factor 0\.5000, 18000 tick\(s\) of 1 ms lost and not made up/,
  );
});

Deno.test("real-time factor: a busy computer is told from a slow world", () => {
  const scene = new Scene();
  scene.run(5.1, 0.9);
  assert.equal(scene.lines.length, 1);
  assert.match(scene.lines[0], /factor 0\.90 .*busy with something else/);
});

Deno.test("real-time factor: a stall is told at once, and not once more with the window", () => {
  const scene = new Scene();
  scene.run(1);
  scene.clock.timeNs += 3e9;
  scene.block.values[B.LOST] += 3000;
  scene.run(10);
  assert.equal(scene.lines.length, 1, scene.lines.join("\n"));
  assert.match(scene.lines[0], /^warning: \[Simulation\] the world stood still for 3\.00 s/);
});

Deno.test("real-time factor: a tick of seconds more or less is no other pace", () => {
  const scene = new Scene(3e9);
  for (let i = 0; i < 15 * 400; i++) {
    scene.clock.timeNs += 200e6;
    scene.block.values[B.TICKS] = Math.floor(scene.clock.timeNs / 3e9);
    scene.factor.look();
  }
  assert.deepEqual(scene.lines, []);
});
