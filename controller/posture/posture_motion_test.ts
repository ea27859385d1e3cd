import assert from "node:assert/strict";
import { PostureMotion } from "./posture_motion.ts";
import { PosturePhase } from "./posture_phase.ts";

const PERIOD_S = 1e-3;

function motionTo(target: number, velocity: number, acceleration: number): PostureMotion {
  const motion = new PostureMotion(1, {
    targets: [[target]],
    limits: { velocity: Float64Array.of(velocity), acceleration: Float64Array.of(acceleration) },
    periodS: PERIOD_S,
    dwellS: 0,
    loop: false,
  });
  motion.restart(Float64Array.of(0));
  motion.step(Float64Array.of(0));
  return motion;
}

Deno.test("motion: the velocity is the derivative of the position, zero at both ends", () => {
  const motion = motionTo(2, 2, 4);
  const positions = [motion.position[0]], velocities = [motion.velocity[0]];
  while (motion.phase === PosturePhase.Moving) {
    motion.step(Float64Array.of(0));
    positions.push(motion.position[0]);
    velocities.push(motion.velocity[0]);
  }
  assert.deepEqual([velocities[0], velocities.at(-1)], [0, 0]);
  for (let i = 1; i + 1 < positions.length; i++) {
    const slope = (positions[i + 1] - positions[i - 1]) / (2 * PERIOD_S);
    assert.ok(Math.abs(velocities[i] - slope) < 1e-5, `step ${i}: ${velocities[i]}, slope ${slope}`);
  }
  assert.ok(Math.abs(Math.max(...velocities) - 2) < 1e-3, "the limit is used");
});

Deno.test("motion: one that would last for years does not jump", () => {
  const motion = motionTo(2, 1e-9, 1e-9);
  for (let i = 0; i < 1000; i++) motion.step(Float64Array.of(0));
  assert.equal(motion.phase, PosturePhase.Moving);
  assert.ok(motion.position[0] < 1e-9);
});
