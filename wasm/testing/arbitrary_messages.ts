import * as fc from "fast-check";
import type { PlainCommand, PlainState } from "./plain_message.ts";

const number = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, Number.MIN_VALUE, Number.MAX_VALUE, 1, -1),
);
const stamp = fc.oneof(fc.bigInt(0n, (1n << 64n) - 1n), fc.constantFrom(0n, 1n, (1n << 53n) + 1n, (1n << 64n) - 1n));
const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20, unit: "binary" }), { maxLength: 4 });

function vector(length: number): fc.Arbitrary<number[]> {
  return fc.array(number, { minLength: length, maxLength: length });
}

/** Plain objects, as the readers make them. */
const plain = { noNullPrototype: true } as const;

/** Arbitrary States and Commands of robots with up to 16 joints, with values of every kind (also NaN, infinite, subnormal). */
export const arbitraryMessages = {
  /** Any State with positions; the other vectors have any length. */
  state(): fc.Arbitrary<PlainState> {
    return fc.record({
      position: fc.array(number, { minLength: 1, maxLength: 16 }),
      velocity: fc.array(number, { maxLength: 16 }),
      torque: fc.array(number, { maxLength: 16 }),
      bodySensors: names.chain((list) =>
        fc.tuple(...list.map((name) =>
          fc.record({
            name: fc.constant(name),
            orientation: vector(4),
            angularVelocity: vector(3),
            linearAcceleration: vector(3),
          }, plain)
        ))
      ),
      forceSensors: names.chain((list) =>
        fc.tuple(
          ...list.map((name) => fc.record({ name: fc.constant(name), force: vector(3), torque: vector(3) }, plain)),
        )
      ),
      stamp,
    }, plain);
  },
  /** Any Command: exactly one vector filled. */
  command(): fc.Arbitrary<PlainCommand> {
    const gain = fc.oneof(
      fc.constant(0),
      fc.double().filter((value) => value === 0 || Math.abs(value) >= 2 ** -1022 || value !== value),
    );
    return fc.record({
      kp: gain,
      kd: gain,
      values: fc.array(number, { minLength: 1, maxLength: 16 }),
      mode: fc.constantFrom("position", "velocity", "torque"),
      stateStamp: stamp,
      stateHold: stamp,
    }, plain).map(({ values, mode, ...rest }) => ({ ...rest, position: [], velocity: [], torque: [], [mode]: values }));
  },
};
