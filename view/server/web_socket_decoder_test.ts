import assert from "node:assert/strict";
import fc from "fast-check";
import { WebSocketDecoder } from "./web_socket_decoder.ts";

interface Frame {
  readonly head: number;
  readonly payload: Uint8Array;
}

/** A frame as a browser sends it. */
function masked({ head, payload }: Frame, mask = [1, 2, 3, 250], length = payload.length): number[] {
  return [head, 0x80 | length, ...mask, ...payload.map((byte, i) => byte ^ mask[i % 4])];
}

/** All that is told of these bytes, given in pieces; and the code at the end. */
function told(bytes: readonly number[], piece = bytes.length): [string[], number] {
  const decoder = new WebSocketDecoder();
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; at += piece) {
    const code = decoder.take(
      Uint8Array.from(bytes.slice(at, at + piece)),
      (kind, payload) => messages.push(`${kind}:${payload}`),
    );
    if (code !== 0) return [messages, code];
  }
  return [messages, 0];
}

const text = (what: string, head = 0x81) => masked({ head, payload: new TextEncoder().encode(what) });

Deno.test("messages are told in order, whatever pieces they come in", () => {
  const bytes = fc.uint8Array({ maxLength: 125 });
  const whole = fc.record({ head: fc.constantFrom(0x81, 0x82, 0x88, 0x89, 0x8a), payload: bytes });
  fc.assert(fc.property(fc.array(whole, { maxLength: 8 }), fc.integer({ min: 1, max: 400 }), (frames, piece) => {
    const wanted = frames.map(({ head, payload }) => `${head & 15}:${payload}`);
    assert.deepEqual(told(frames.flatMap((frame) => masked(frame)), piece), [wanted, 0]);
  }));
});

Deno.test("a message in parts is one message, with others of the protocol in between", () => {
  const bytes = [...text("con", 0x01), ...text("!", 0x89), ...text("tacts", 0x00), ...text("", 0x80), ...text("7")];
  const codes = (what: string) => [...new TextEncoder().encode(what)];
  assert.deepEqual(told(bytes, 3), [[`9:${codes("!")}`, `1:${codes("contacts")}`, `1:${codes("7")}`], 0]);
});

Deno.test("what is no WebSocket, and what is too long, is told as the code for it", () => {
  const long = new Uint8Array(126);
  for (
    const [name, bytes, code] of [
      ["not masked", [0x81, 1, 65], 1002],
      ["a reserved bit", text("7", 0xc1), 1002],
      ["an unknown kind", text("7", 0x83), 1002],
      ["an unknown kind", text("7", 0x8b), 1002],
      ["a ping in parts", text("7", 0x09), 1002],
      ["a long ping", masked({ head: 0x89, payload: long }, undefined, 126), 1002],
      ["nothing to go on with", text("7", 0x80), 1002],
      ["a text in a text", [...text("7", 0x01), ...text("7", 0x81)], 1002],
      ["126 bytes", masked({ head: 0x81, payload: long }, undefined, 126), 1009],
      ["a gigabyte", [0x82, 0xff, 0, 0, 0, 0, 64, 0, 0, 0, 1, 2, 3, 4], 1009],
      ["126 bytes in parts", [...text("x".repeat(70), 0x01), ...text("x".repeat(56), 0x80)], 1009],
    ] as const
  ) assert.deepEqual(told(bytes, 2), [[], code], name);
});

Deno.test("no bytes are too strange", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 1, max: 50 }), (bytes, piece) => {
    assert.ok([0, 1002, 1009].includes(told([...bytes], piece)[1]));
  }));
});
