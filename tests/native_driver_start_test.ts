import assert from "node:assert/strict";
import { hasProgram } from "./kit/has_program.ts";
import { ProbeScene } from "./kit/probe_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";

const ignore = skipUnless(hasProgram("g++"), "g++ is not installed");
const POSE = [0.52, -0.3, 0.9, 0, 0, 0];
const BLIND_CYCLES = 2000;

/** A robot without a state for two seconds, then at POSE, that follows its commands. */
const BLIND = [`initial: ${POSE.join(" ")}`, "phase: 1 empty", `phase: ${BLIND_CYCLES + 1} normal`];

together(3, [
  ...(["position", "torque"] as const).flatMap((mode) =>
    (["manager", "interface"] as const).map((first) => ({
      name:
        `a driver without a state at first, ${mode} mode, the ${first} is there first: nothing, then what is measured`,
      ignore,
      both: mode === "position" && first === "manager",
      async fn(bench: Workbench) {
        const scene = await ProbeScene.open(bench);
        const probed = scene.robot("blind", BLIND, { mode });
        const { name, probe } = probed;
        let robot = first === "interface" ? scene.interface(name, probed.robot) : undefined;
        await robot?.line(/waiting for init query/);
        const manager = scene.manager([probed]);
        if (robot === undefined) await manager.line(/Querying robot_interface/);
        robot ??= scene.interface(name, probed.robot);
        await manager.line(/robot initialized/);
        await until("commands", () => probe.commands().length > 200);
        manager.signal("SIGTERM");
        await manager.exits(0);
        robot.signal("SIGTERM");
        await robot.exits(0);

        const record = probe.record();
        const begins = record.findIndex(({ kind }) => kind !== "sync");
        assert.equal(record[begins].cycle, BLIND_CYCLES + 1, "a command in the very cycle of the first state");
        assert.ok(record.slice(0, begins - 1).every(({ values }) => values.length === 0));
        const wanted = mode === "position"
          ? { kind: "servoJ", values: POSE }
          : { kind: "tauJ", values: POSE.map(() => 0) };
        for (const { kind, values } of probe.commands()) assert.deepEqual({ kind, values }, wanted);
        const [blindFrom, blindTo] = [record[0].stampNs, record[begins].stampNs];
        assert.ok(blindTo - blindFrom > 1_900_000_000n, `${blindTo - blindFrom} ns`);
      },
    }))
  ),
]);
