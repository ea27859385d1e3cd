import assert from "node:assert/strict";
import fc from "fast-check";
import { DriverError } from "../../core/driver_error.ts";
import { physicsSteps } from "./physics_steps.ts";

Deno.test("any timestep that is a whole part of the period fits, as its decimal text is read", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 1, max: 500 }), (stepNs, steps) => {
    assert.equal(physicsSteps(Number(`${stepNs}e-9`), stepNs * steps, "m.xml"), steps);
  }));
});

Deno.test("any other timestep is refused, and every period or timestep that is offered instead fits", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 2_000_000 }),
      fc.integer({ min: 200_000, max: 10_000_000 }),
      (stepNs, periodNs) => {
        fc.pre(periodNs % stepNs !== 0);
        let message = "";
        try {
          physicsSteps(Number(`${stepNs}e-9`), periodNs, "m.xml");
        } catch (error) {
          assert.ok(error instanceof DriverError);
          message = error.message;
        }
        const [, timesteps, periods] = /m\.xml to (.*), or controller\.time_step to (.*)$/.exec(message)!;
        for (const offered of timesteps.split(" or ")) {
          assert.ok(
            physicsSteps(Number(offered), periodNs, "m.xml") >= 1,
          );
        }
        for (const offered of periods.split(" or ")) {
          assert.equal(Math.round(Number(offered) * 1e9) % stepNs, 0);
        }
      },
    ),
  );
});

Deno.test("a timestep that is no whole number of nanoseconds is refused", () => {
  assert.throws(() => physicsSteps(1 / 3000, 1e6, "m.xml"), /timestep is 0\.000333\d* s/);
});

Deno.test("where a URDF says its timestep is told", () => {
  assert.throws(() => physicsSteps(0.002, 1e6, "arm.urdf"), {
    message: /set <mujoco><option timestep="…"\/><\/mujoco> in <robot> in arm\.urdf to 0\.001, or/,
  });
});
