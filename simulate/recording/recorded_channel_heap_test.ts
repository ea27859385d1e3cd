import assert from "node:assert/strict";
import { SystemClock } from "../../core/system_clock.ts";
import { allocateRecordRing } from "./allocate_record_ring.ts";
import { RecordWriter } from "./record_writer.ts";
import { RecordedChannel } from "./recorded_channel.ts";

/** Two ends that always have something: each Command is longer than the one before by a word, up to sixteen. */
function ends() {
  let length = 0;
  return {
    publisher: { publish: () => 0 },
    reader: {
      arrivalNs: 0,
      arrivalStamp: new Uint32Array(2),
      writer: 1,
      takeLatest: () => length = 4 * (1 + length / 4 % 16),
    },
  };
}

Deno.test({
  name: "recorded channel: 20,000 cycles leave less than 32 kB on the heap, with room in the ring and without",
  sanitizeResources: false, // the clock's library stays open for all tests
  fn() {
    const words = new Uint32Array(64);
    // The large one has room for all, the small one for nothing any more.
    for (const bytes of [2 ** 26, 256]) {
      const channel = new RecordedChannel(ends(), 1, new RecordWriter(allocateRecordRing(bytes), 4, new SystemClock()));
      const cycle = () => channel.publish(words, 8, 200) === 0 && channel.takeLatest(words) > 0;
      for (let i = 0; i < 60_000; i++) assert.ok(cycle());
      let least = Infinity;
      for (let window = 0; window < 5; window++) {
        const before = Deno.memoryUsage().heapUsed;
        for (let i = 0; i < 20_000; i++) if (!cycle()) assert.fail();
        const growth = Deno.memoryUsage().heapUsed - before;
        // A collection in the window makes the figure negative: such a window tells nothing.
        if (growth >= 0) least = Math.min(least, growth);
      }
      assert.ok(least < 32 * 1024, `${least} bytes with a ring of ${bytes}`);
    }
  },
});
