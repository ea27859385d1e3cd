import assert from "node:assert/strict";
import { chromium } from "./kit/chromium.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import { ViewPage } from "./kit/view_page.ts";
import { viewUrl } from "./kit/view_url.ts";
import { skipUnless } from "./skip_unless.ts";
import { projectRoot } from "../tools/project_root.ts";

const found = chromium();
const noBrowser = skipUnless(found !== undefined, "chromium is not installed");
const AWAY = [0.6, -1.9, 1.9, -1.5, -1.57, 0.3];
const HOME = [0, -1.2, 1.3, -1.7, -1.57, 0];

together(1, [
  {
    name:
      "the page of an interface: it waits for a manager, shows its robot, red when the manager is killed, and comes back",
    ignore: noBrowser,
    async fn(bench) {
      const name = bench.name("side");
      const serving = bench.interface(name, { timeoutMs: 3000 }, "--view", "0");
      const browser = await found!.open();
      bench.onClose(() => browser.close());
      const url = await viewUrl(serving);
      const view = await ViewPage.open(browser, url);
      const { page } = view;

      // Nobody has told what the robot is.
      await view.stands("waiting");
      assert.match(await page.textContent("#banner") ?? "", /no manager has asked for it yet/);
      assert.match(await page.textContent("#plots") ?? "", /once a manager has told what the robot is/);
      assert.equal(await page.locator("#joints tbody tr").count(), 0);
      await view.keep("view-interface-waiting");

      const more = { config_path: `${projectRoot()}/examples/ur5e/ur5e.xml` };
      const config = bench.config({ [name]: { driver: "RobotDriverMuJoCo", more, timeoutMs: 3000 } }, {
        Controller: "posture",
        Posture: { dwell: 1, loop: true, robots: { [name]: { targets: [AWAY, HOME] } } },
      });
      const manager = bench.manager(config);
      await view.stands("running");
      for (const target of [AWAY, HOME]) {
        await until("the target", async () => {
          const is = (values: number[], within: number) =>
            values.length === 6 && values.every((value, i) => Math.abs(value - target[i]) <= within);
          return is(await view.values("position"), 0.01) && is(await view.values("command"), 1e-4);
        });
      }
      await view.changes("the robot moves", await view.picture());
      assert.equal(await page.textContent("#notes"), "", "the model of its driver is drawn");
      for (const plot of ["position", "velocity", "torque", "lateness", "cycle", "round_trip"]) {
        await page.locator(`[data-plot=${plot}]`).scrollIntoViewIfNeeded();
        await until(`lines in the plot of ${plot}`, async () => await view.inked(plot) > 50);
      }
      assert.equal(await page.locator("[data-plot=state_age]").count(), 0, "an interface waits for no States");
      assert.equal(await page.locator("[data-plot=force]").count(), 1, "the module has a force sensor");
      assert.ok(await page.locator("#contacts").isHidden(), "nobody knows of contacts");
      assert.match(await page.textContent("#figures") ?? "", /states [\d,]+ \([\d,]+\/s\)/);
      assert.match(await page.textContent("#log") ?? "", /driver 'RobotDriverMuJoCo' loaded/);

      // The manager is killed, and the interface goes on.
      const red = await view.notes("held");
      const killedAt = Date.now();
      manager.signal("SIGKILL");
      await view.stands("held");
      console.log(`red ${await red() - killedAt} ms after the manager was killed`);
      assert.match(await page.textContent("#banner") ?? "", /liveliness token is gone/);
      assert.ok(await page.locator("#scene.alarm").isVisible());
      await until("red in the lane", () => page.locator("#timeline rect.held").count());
      await until("a line of the log", async () => /lost the manager/.test(await page.textContent("#log") ?? ""));
      const isInSight = `(() => {
        const [list, line] = [document.querySelector("#log"), document.querySelector("#log li:last-child")];
        return line.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1;
      })()`;
      await until("its last line in sight", async () => await page.evaluate(isInSight) === true);
      await view.keep("view-interface-held");
      assert.ok(serving.running);

      bench.manager(config);
      await view.stands("running");

      // Another process at the same place.
      serving.signal("SIGKILL");
      await view.stands("lost");
      bench.interface(name, { timeoutMs: 3000 }, "--view", new URL(url).port);
      await until("the page to be back", async () => await view.state() !== "lost");
      assert.doesNotMatch(await page.textContent("#log") ?? "", /lost the manager/, "its log begins anew");
      assert.deepEqual(view.complaints, []);
    },
  },
]);
