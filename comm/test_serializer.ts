import assert from "node:assert/strict";
import * as fc from "fast-check";
import { MessageType } from "./serializer/message_type.ts";
import type { Command, State } from "./serializer/messages.ts";
import { SerializationError } from "./serializer/serialization_error.ts";
import type { Serializer } from "./serializer/serializer.ts";

/** One suite for every {@link Serializer}: each item of the contract has its test here. `open` makes the one under test. */
export function testSerializer(name: string, open: () => Serializer | Promise<Serializer>): void {
  const test = (what: string, run: (serializer: Serializer) => void) =>
    Deno.test(`serializer ${name}: ${what}`, async () => run(await open()));

  test("State, Command and configuration come back as they were, sensors and 64-bit stamps included", (serializer) => {
    fc.assert(fc.property(state, command, fc.string({ unit: "grapheme" }), (state, command, text) => {
      assert.deepEqual(back(serializer, MessageType.State, state), state);
      assert.deepEqual(back(serializer, MessageType.Command, command), command);
      for (const each of [text, `\ufeff${text}`]) assert.equal(back(serializer, MessageType.Config, each), each);
    }));
  });

  test("what is left out is empty or zero", (serializer) => {
    assert.deepEqual(back(serializer, MessageType.State, { position: [1] }), {
      position: [1],
      velocity: [],
      torque: [],
      bodySensors: [],
      forceSensors: [],
      stamp: 0n,
    });
    assert.deepEqual(back(serializer, MessageType.Command, { torque: [1, 2] }), {
      kp: 0,
      kd: 0,
      position: [],
      velocity: [],
      torque: [1, 2],
      stateStamp: 0n,
      stateHold: 0n,
    });
  });

  test("whatever the bytes are, reading ends with a value or a SerializationError", (serializer) => {
    const message = fc.tuple(state, command).map(([state, command]) => [
      serializer.serialize(MessageType.State, state),
      serializer.serialize(MessageType.Command, command),
      serializer.serialize(MessageType.Config, "controller: {mode: position}"),
    ]);
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 });
    fc.assert(fc.property(message, fc.nat(), damage, fc.uint8Array(), (messages, length, damage, noise) => {
      for (const whole of [...messages, noise]) {
        const bytes = whole.slice(0, length % (whole.length + 1));
        for (const [at, value] of damage) if (bytes.length > 0) bytes[at % bytes.length] = value;
        for (const type of Object.values(MessageType) as MessageType<unknown>[]) {
          try {
            serializer.deserialize(type, bytes);
          } catch (error) {
            assert.ok(error instanceof SerializationError, String(error));
            assert.equal(error.type, type.name);
          }
        }
      }
    }));
  });

  test("State and Command are not taken for each other", (serializer) => {
    fc.assert(fc.property(state, command, (state, command) => {
      const bytes = serializer.serialize(MessageType.State, state);
      assert.throws(() => serializer.deserialize(MessageType.Command, bytes), SerializationError);
      const others = serializer.serialize(MessageType.Command, command);
      assert.throws(() => serializer.deserialize(MessageType.State, others), SerializationError);
    }));
  });

  test("other types use their own encoding; one that fails or is missing is a SerializationError", (serializer) => {
    const length: MessageType<number, string> = {
      name: "length",
      encode: (text) => new Uint8Array(text.length),
      decode: (bytes) => {
        if (bytes.length > 3) throw new RangeError("too long");
        return bytes.length;
      },
    };
    assert.equal(back(serializer, length, "abc"), 3);
    assert.throws(() => back(serializer, length, "abcd"), {
      name: "SerializationError",
      message: /'length': too long/,
    });
    assert.throws(() => serializer.serialize({ name: "unknown" }, 1), /does not know it, and it has no 'encode'/);
    assert.throws(() => serializer.deserialize({ name: "unknown" }, new Uint8Array()), SerializationError);
  });

  test("results share no memory with the serializer nor with what was given", (serializer) => {
    const given = { position: [1, 2] };
    const first = serializer.serialize(MessageType.State, given);
    const copy = first.slice();
    serializer.serialize(MessageType.State, { position: [3, 4] });
    assert.deepEqual(first, copy);
    const read = serializer.deserialize(MessageType.State, first);
    first.fill(0);
    given.position[0] = 9;
    assert.deepEqual(read.position, [1, 2]);
  });
}

const value = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const stamp = fc.oneof(fc.bigInt(0n, (1n << 64n) - 1n), fc.constantFrom(0n, (1n << 53n) + 1n, (1n << 64n) - 1n));
const names = fc.uniqueArray(fc.string({ minLength: 1, unit: "grapheme" }), { maxLength: 5 });
const plain = { noNullPrototype: true } as const;

function vector(length: number): fc.Arbitrary<number[]> {
  return fc.array(value, { minLength: length, maxLength: length });
}

function sensors<T>(make: (name: string) => fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return names.chain((list) => fc.tuple(...list.map(make)));
}

/** Any State with positions. */
const state: fc.Arbitrary<State> = fc.record({
  position: fc.array(value, { minLength: 1, maxLength: 40 }),
  velocity: fc.array(value, { maxLength: 40 }),
  torque: fc.array(value, { maxLength: 40 }),
  bodySensors: sensors((name) =>
    fc.record({
      name: fc.constant(name),
      orientation: vector(4),
      angularVelocity: vector(3),
      linearAcceleration: vector(3),
    }, plain)
  ),
  forceSensors: sensors((name) => fc.record({ name: fc.constant(name), force: vector(3), torque: vector(3) }, plain)),
  stamp,
}, plain);

const gain = fc.double({ min: 1e-300, max: 1e300, noNaN: true });

/** Any Command: one vector filled. */
const command: fc.Arbitrary<Command> = fc.record({
  kp: gain,
  kd: gain,
  mode: fc.constantFrom("position", "velocity", "torque"),
  values: fc.array(value, { minLength: 1, maxLength: 40 }),
  stateStamp: stamp,
  stateHold: stamp,
}, plain).map(({ mode, values, ...rest }) => ({ ...rest, position: [], velocity: [], torque: [], [mode]: values }));

function back<T, Given>(serializer: Serializer, type: MessageType<T, Given>, value: Given): T {
  return serializer.deserialize(type, serializer.serialize(type, value));
}
