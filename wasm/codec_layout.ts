/** Byte offsets and sizes of the blocks that TypeScript shares with the WebAssembly module; the same as in `codec_blocks.h`. */
export const CODEC_LAYOUT = {
  /** `StateBlock`. */
  state: {
    bytes: 160,
    counts: 0,
    received: 12,
    joints: 24,
    bodyCount: 28,
    forceCount: 32,
    unknownCount: 36,
    unknownNameLength: 40,
    values: 44,
    sensors: 48,
    stamp: 56,
    template: 64,
    unknownName: 96,
  },
  /** `CommandBlock`. */
  command: {
    bytes: 96,
    counts: 0,
    received: 12,
    joints: 24,
    values: 28,
    kp: 32,
    kd: 40,
    stateStamp: 48,
    stateHold: 56,
    template: 64,
  },
  /** `SensorSlot`. */
  sensor: { bytes: 24, present: 0, name: 8, nameLength: 12, values: 16 },
  /** `Template`, inside the two blocks. */
  template: { spans: 20, words: 24 },
  /** `Span`. */
  span: { bytes: 16 },
  /** Bytes that the FlatBuffers builder needs beside the message: locations of fields and vtables. */
  builderScratchBytes: 256,
  /** Most sensors of one State, body and force sensors together; more in a message are refused. */
  maxSensors: 255,
} as const;
