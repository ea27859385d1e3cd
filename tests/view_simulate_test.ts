import assert from "node:assert/strict";
import { chromium } from "./kit/chromium.ts";
import { together } from "./kit/together.ts";
import { TwoArms } from "./kit/two_arms.ts";
import { until } from "./kit/until.ts";
import { ViewPage } from "./kit/view_page.ts";
import { viewUrl } from "./kit/view_url.ts";
import { skipUnless } from "./skip_unless.ts";

const found = chromium();
const noBrowser = skipUnless(found !== undefined, "chromium is not installed");
const ARMS = ["bender", "sweeper"] as const;
/** bender reaches the block, and pushes it. */
const TARGETS = {
  bender: [[0, 1.4, 1.2], [0.9, 1.4, 1.2]],
  sweeper: [[0.05, -0.8, 0.4], [0.2, -0.8, -0.4]],
};

/** What the legend says of contacts: how many, and the largest force [N]. */
function legendOf(text: string | null): { readonly count: number; readonly largest: number } | undefined {
  const [, count, largest] = /^(\d+) contacts?, largest ([\d.]+) N; an arrow of 10 cm is [\d.]+ N$/.exec(text ?? "") ??
    [];
  return count === undefined ? undefined : { count: Number(count), largest: Number(largest) };
}

together(1, [
  {
    name:
      "the page of a simulation: a whole world before there is a manager, contacts, robots that move, holds, and another manager",
    ignore: noBrowser,
    both: true,
    async fn(bench) {
      const arms = new TwoArms(bench);
      const simulation = await arms.start("--view", "0");
      const browser = await found!.open();
      bench.onClose(() => browser.close());
      const view = await ViewPage.open(browser, await viewUrl(simulation));
      const { page } = view;
      await view.stands("waiting");
      assert.deepEqual(await view.states(), ["waiting", "waiting"]);
      assert.match(await page.textContent("#banner") ?? "", /it is braked/);
      assert.deepEqual(await page.$$eval("#robots button", (tabs) => tabs.map((tab) => tab.textContent)), [
        arms.names.bender,
        arms.names.sweeper,
      ]);
      await until(
        "simulated time",
        async () => /simulated [\d.]+ s {3}real time ×/.test(await page.textContent("#figures") ?? ""),
      );

      // The block lies on the ground: its weight is 0.3 kg · 9.81 m/s², on four corners.
      const without = await view.picture();
      await page.locator("#canvas").press("k");
      assert.equal(await page.getAttribute("#contacts", "aria-pressed"), "true");
      await until("the block's contacts", async () => {
        const legend = legendOf(await page.textContent("#touches"));
        return legend?.count === 4 && Math.abs(4 * legend.largest - 0.3 * 9.81) < 0.4;
      });
      await view.changes("points and arrows", without);

      const [first, second] = [
        arms.manager("first", ["bender"], TARGETS),
        arms.manager("second", ["sweeper"], TARGETS),
      ];
      await view.stands("running");
      assert.deepEqual(await view.states(), ["running", "running"]);
      const target = TARGETS.bender[1];
      await until("bender at its last target, as far as the block lets it", async () => {
        const commands = await view.values("command");
        const positions = await view.values("position");
        return commands.every((value, i) => Math.abs(value - target[i]) < 1e-4) &&
          positions.every((value, i) => Math.abs(value - target[i]) < 0.3);
      });
      await view.changes("the robots move", await view.picture());
      for (const plot of ["position", "velocity", "torque", "force", "lateness", "cycle", "round_trip"]) {
        await page.locator(`[data-plot=${plot}]`).scrollIntoViewIfNeeded();
        await until(`lines in the plot of ${plot}`, async () => await view.inked(plot) > 50);
      }
      await page.keyboard.press("2");
      await until("the other arm's joints", async () => (await view.values("position")).length === 3);
      await view.keep("view-two-arms-contacts");

      // The manager of one is killed: the world goes on, and the other arm with it.
      const red = await view.notes("held");
      const killedAt = Date.now();
      first.signal("SIGKILL");
      await view.stands("held");
      console.log(`red ${await red() - killedAt} ms after a manager was killed`);
      assert.deepEqual(await view.states(), ["held", "running"]);
      assert.match(await page.textContent("#banner") ?? "", new RegExp(`^${arms.names.bender} is held: the manager's`));
      await view.keep("view-two-arms-held");
      arms.manager("third", ["bender"], TARGETS);
      await view.stands("running");

      await page.locator("#canvas").press("k");
      await until("no legend", async () => await page.textContent("#touches") === "");
      assert.deepEqual(view.complaints, []);
      second.signal("SIGTERM");
      simulation.signal("SIGTERM");
      await simulation.exits(0);
    },
  },
  {
    name:
      "the page of a world in lock step: it stands until all managers are there, then simulated time passes as fast as it can",
    ignore: noBrowser,
    async fn(bench) {
      const arms = new TwoArms(bench);
      const simulation = await arms.start("--lockstep", "--view", "0");
      const browser = await found!.open();
      bench.onClose(() => browser.close());
      const view = await ViewPage.open(browser, await viewUrl(simulation));
      const { page } = view;
      await view.stands("waiting");
      await until("time that stands", async () => /simulated 0\.0 s/.test(await page.textContent("#figures") ?? ""));
      assert.equal(await page.locator("[data-plot=lateness]").count(), 0, "nothing is late");
      const before = await view.picture();
      arms.manager("both", ARMS, TARGETS, "--lockstep");
      await view.stands("running");
      await view.changes("the robots move", before);
      await until("time that passes", async () => {
        const text = await page.textContent("#figures") ?? "";
        return Number(/real time ×([\d.]+)/.exec(text)?.[1]) > 0 && Number(/simulated ([\d.]+) s/.exec(text)?.[1]) > 1;
      });
      assert.deepEqual(view.complaints, []);
    },
  },
]);
