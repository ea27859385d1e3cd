import assert from "node:assert/strict";
import { nativeLibraryState } from "../comm/zenoh/native_library_state.ts";
import { together } from "./kit/together.ts";
import { skipUnless } from "./skip_unless.ts";

const state = nativeLibraryState();
const ignore = skipUnless(state.available, state.available ? "" : state.reason);

/** A router on a port of this computer that is free. */
const config = (port: number | string = 0) =>
  `{\n  mode: "router",\n  listen: { endpoints: ["tcp/127.0.0.1:${port}"] },\n  scouting: { multicast: { enabled: false } },\n}\n`;

together(4, [
  {
    name: "uri router says where it listens, and ends at a signal with code 0",
    ignore,
    both: true,
    async fn(bench) {
      const file = bench.file("my router.json5", config());
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        const router = bench.uri(["router", "-c", file]);
        const line = await router.line(/\[success\] \[ZenohRouter\] [0-9a-f]+ listens on tcp\/127\.0\.0\.1:\d+/);
        assert.match(line, /:[1-9]\d*, without a remote API$/);
        assert.match(router.text, /Starting from config '.*my router\.json5'/);
        router.signal(signal);
        await router.exits(0);
        assert.match(router.text, /\[ZenohRouter\] Stopped$/);
      }
    },
  },
  {
    name: "uri router ends after --for, and its port is free again",
    ignore,
    async fn(bench) {
      const first = bench.uri(["router", "-c", bench.file("r.json5", config()), "--for", "0.5"]);
      const port = /127\.0\.0\.1:(\d+)/.exec(await first.line(/listens on/))![1];
      await first.exits(0);
      const again = bench.uri(["router", "-c", bench.file("r.json5", config(port)), "--for", "0.5"]);
      await again.line(new RegExp(`listens on tcp/127\\.0\\.0\\.1:${port}`));
      await again.exits(0);
    },
  },
  {
    name: "a second uri router on one address is refused in one line, and the first goes on",
    ignore,
    async fn(bench) {
      const first = bench.uri(["router", "-c", bench.file("a.json5", config())]);
      const port = /127\.0\.0\.1:(\d+)/.exec(await first.line(/listens on/))![1];
      const second = bench.uri(["router", "-c", bench.file("b.json5", config(port))]);
      await second.exits(1);
      assert.equal(second.lines.length, 1, second.text);
      assert.match(second.text, new RegExp(`^\\[error\\] .*tcp/127\\.0\\.0\\.1:${port}.*listen\\.endpoints$`));
      assert.ok(first.running);
      first.signal("SIGTERM");
      await first.exits(0);
    },
  },
  {
    name: "a foreign program on the address is named, exit code 1",
    ignore,
    async fn(bench) {
      using foreign = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const { port } = foreign.addr as Deno.NetAddr;
      const router = bench.uri(["router", "-c", bench.file("r.json5", config(port))]);
      await router.exits(1);
      assert.equal(router.lines.length, 1, router.text);
      assert.match(
        router.text,
        new RegExp(`^\\[error\\] .*127\\.0\\.0\\.1:${port} is in use.*listen\\.endpoints.*r\\.json5`),
      );
    },
  },
  {
    name: "a router's file that is wrong is refused with its place, exit code 2",
    both: true,
    async fn(bench) {
      const wrong: [text: string, wanted: RegExp][] = [
        [config().replace("listen", "liten"), /r0\.json5:3:3: liten: .*did you mean 'listen'/],
        [config().replace('"router"', '"peer"'), /r1\.json5:2:9: mode: is 'peer'; wanted router/],
        [config().replace("] }", " }"), /r2\.json5:3:\d+: is no valid JSON5/],
        ["", /r3\.json5:1:1: the file is empty/],
      ];
      await Promise.all(wrong.map(async ([text, wanted], index) => {
        const router = bench.uri(["router", "-c", bench.file(`r${index}.json5`, text)]);
        await router.exits(2);
        assert.match(router.text, wanted);
        assert.equal(router.lines.length, 1, router.text);
      }));
      const missing = bench.uri(["router", "-c", `${bench.folder}/none.json5`]);
      await missing.exits(2);
      assert.match(missing.text, /none\.json5: cannot be read: there is no such file/);
    },
  },
  {
    name: "a value of a wrong type is refused by Zenoh, with the file named, exit code 2",
    ignore,
    async fn(bench) {
      const text = config().replace(/endpoints: \[.*?\]/, "endpoints: 7");
      const router = bench.uri(["router", "-c", bench.file("typed.json5", text)]);
      await router.exits(2);
      assert.match(router.text, /typed\.json5: .*invalid type: integer `7`/);
      assert.equal(router.lines.length, 1, router.text);
    },
  },
]);
