import assert from "node:assert/strict";
import { UR5E } from "../robots/ur5e.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { VERSION } from "../core/version.ts";
import type { InitConfig } from "../schemas/parse_init_config.ts";
import { describeInit } from "./describe_init.ts";
import { GATE_REASONS, GateReason } from "./gate_reason.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock as B } from "./interface_block.ts";
import { interfaceReport } from "./interface_report.ts";

Deno.test("interface report: every counter and every histogram stands where docs/report.md says", () => {
  const block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
  block.values[B.CYCLES] = 8000;
  block.values[B.MISSED] = 3;
  block.values[B.STATES] = 7990;
  block.values[B.STATES_NOT_FINITE] = 10;
  block.values[B.COMMANDS] = 7900;
  block.values[B.REFUSED + GateReason.NotFinite] = 4;
  block.values[B.REFUSED + GateReason.FirstTargetJump] = 2;
  for (const [histogram, us] of [[B.H_LATE, 10], [B.H_CYCLE, 20], [B.H_SYNC, 30], [B.H_ROUND_TRIP, 40]]) {
    block.histograms[histogram].record(us * 1000);
  }
  const scheduling = { requested: "try", obtained: "SCHED_FIFO", reason: "EBUSY" } as const;
  const heap = { watched: true, growth_bytes: 100, minor_gcs: 1, major_gcs: 0 };
  const holds = [{ at_s: 1, reason: "token_lost", duration_s: 2 }];
  const figures = (us: number) => ({ count: 1, p50: us, p99: us, p999: us, max: us });
  const report = interfaceReport({
    name: "ur5e",
    block,
    durationNs: 8.0000005e9,
    periodNs: 1e6,
    scheduling,
    heap,
    holds,
    error: "",
  });
  assert.deepEqual(JSON.parse(JSON.stringify(report)), {
    role: "interface",
    version: VERSION,
    name: "ur5e",
    duration_s: 8.000001,
    period_s: 0.001,
    policy: scheduling,
    cycles: 8000,
    missed_cycles: 3,
    wakeup_late_us: figures(10),
    cycle_us: figures(20),
    sync_us: figures(30),
    heap,
    states_published: 7990,
    states_not_finite: 10,
    commands_received: 7900,
    commands_refused: { not_finite: 4, first_target_jump: 2 },
    holds,
    round_trip_us: figures(40),
    error: "",
  });
});

Deno.test("interface block: there is a counter for every reason of a refusal, and none lies on another value", () => {
  assert.equal(B.IGNORED, B.REFUSED + GATE_REASONS.length);
  assert.equal(INTERFACE_BLOCK_SHAPE.values, B.IGNORED + 1);
  const scalars = [B.CYCLES, B.MISSED, B.STATES, B.STATES_NOT_FINITE, B.COMMANDS, B.STATES_TOO_LARGE, B.GUARD_SLEEPS];
  assert.equal(new Set([...scalars, B.HEARTBEAT]).size, scalars.length + 1);
  assert.ok(Math.max(...scalars, B.HEARTBEAT) < B.REFUSED);
  assert.deepEqual(Object.values(GateReason).sort((a, b) => a - b), GATE_REASONS.map((_, i) => i));
});

Deno.test("describe init: what two queries must agree in, and nothing else", () => {
  const init = {
    driver: "RobotDriverMock",
    ip: "127.0.0.1",
    port: 0,
    configPath: "/a.yaml",
    mode: "position",
    timeStepNs: 1e6,
    grippers: [],
    syncTimeoutMs: 2000,
    module: UR5E,
  } as unknown as InitConfig;
  const text = describeInit(init);
  assert.match(
    text,
    /^driver RobotDriverMock \(127.0.0.1:0, config_path '\/a.yaml'\), module UR5e \(description [0-9a-f]{8}\), mode position, period 1 ms$/,
  );
  assert.equal(describeInit({ ...init, syncTimeoutMs: 9 }), text);
  assert.notEqual(describeInit({ ...init, timeStepNs: 2e6 }), text);
  assert.notEqual(describeInit({ ...init, mode: "torque" }), text);
  const [pan, lift, ...rest] = UR5E.joints;
  const others = [
    { ...UR5E, joints: [lift, pan, ...rest] },
    { ...UR5E, joints: [{ ...pan, upper: 1 }, lift, ...rest] },
    { ...UR5E, forceSensors: [] },
    { ...UR5E, grippers: [{ name: "hand", joints: ["wrist_3_joint"] }] },
  ];
  for (const module of others) {
    assert.notEqual(describeInit({ ...init, module }), text, "another description of one name");
  }
});
