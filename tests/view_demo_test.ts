import assert from "node:assert/strict";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";

// One after the other: the demo has a robot name of its own.
together(1, [
  {
    name: "the demo says from its start where it is shown in a browser, and opens none where nobody sits at it",
    both: true,
    async fn(bench) {
      const said = `${bench.folder}/opened`;
      const opener = bench.file("xdg-open", `#!/bin/sh\necho "$@" >"${said}"\n`);
      Deno.chmodSync(opener, 0o755);
      const path = `${bench.folder}:${Deno.env.get("PATH")}`;
      const demo = bench.uri(["demo"], { env: { PATH: path, DISPLAY: ":0" } });
      const line = await demo.line(/It is shown in a browser: http/);
      const page = await fetch(/http\S+/.exec(line)![0]);
      assert.match(await page.text(), /<title>uri<\/title>/);
      assert.ok(demo.lines.findIndex((each) => each === line) <= 2, "it is one of the first lines");
      demo.signal("SIGTERM");
      await until("its end", () => !demo.running);
      assert.throws(() => Deno.statSync(said), Deno.errors.NotFound, "the output is no terminal");
    },
  },
  {
    name: "the demo without a view says of none; a port that is taken is an error for who has asked for it",
    async fn(bench) {
      const demo = bench.uri(["demo", "--no-view", "--for", "1"]);
      await until("its end", () => !demo.running);
      assert.doesNotMatch(demo.text, /browser|View/);
      using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const refused = bench.uri(["demo", "--view", `${(taken.addr as Deno.NetAddr).port}`]);
      await refused.line(/opening the view at 127\.0\.0\.1:\d+: another program listens there/);
      await refused.exits(1);
    },
  },
]);
