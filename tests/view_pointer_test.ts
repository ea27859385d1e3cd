import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { chromium } from "./kit/chromium.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import { ViewPage } from "./kit/view_page.ts";
import { viewUrl } from "./kit/view_url.ts";
import { skipUnless } from "./skip_unless.ts";

const found = chromium();
const noBrowser = skipUnless(found !== undefined, "chromium is not installed");
const AWAY = [0.6, -1.9, 1.9, -1.5, -1.57, 0.3];
const HOME = [0, -1.2, 1.3, -1.7, -1.57, 0];

together(1, [
  {
    name:
      "the page and a pointer: the camera turns and comes nearer, plots zoom, robots go back in time, joints are chosen",
    ignore: noBrowser,
    async fn(bench) {
      const name = bench.name("point");
      const more = { config_path: `${projectRoot()}/examples/ur5e/ur5e.xml` };
      const config = bench.config({ [name]: { driver: "RobotDriverMuJoCo", autostart: true, more } }, {
        Controller: "posture",
        Posture: { dwell: 0.2, loop: true, robots: { [name]: { targets: [AWAY, HOME] } } },
      });
      const manager = bench.manager(config, "--view", "0");
      const browser = await found!.open();
      bench.onClose(() => browser.close());
      const view = await ViewPage.open(browser, await viewUrl(manager), { width: 1000, height: 640 });
      const { page } = view;
      await view.stands("running");
      await until("some seconds of lines", async () => await view.inked("position") > 1500);

      // The robot stands still in the picture, so that nothing but the camera changes it.
      await page.locator("#pause").click();
      await view.stands("paused");
      const canvas = (await page.locator("#canvas").boundingBox())!;
      const [x, y] = [canvas.x + 0.5 * canvas.width, canvas.y + 0.6 * canvas.height];
      let picture = await view.settled();
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 120, y - 20, { steps: 5 });
      await page.mouse.up();
      picture = await view.changes("a drag turns the camera", picture);
      await page.mouse.wheel(0, -200);
      picture = await view.changes("a wheel brings it nearer", picture);

      // The pointer on a plot: how it was then.
      const span = async () => Number(await page.getAttribute("#plots", "data-span"));
      assert.equal(await span(), 10);
      const plot = (await page.locator("[data-plot=position] .u-over").boundingBox())!;
      const at = (share: number) =>
        page.mouse.move(plot.x + share * plot.width, plot.y + 0.4 * plot.height, { steps: 4 });
      const now = await view.values("position");
      await until("joints of another moment", async () => {
        for (const share of [0.97, 0.93, 0.88]) {
          await at(share);
          await page.waitForTimeout(200);
          if ((await view.values("position")).some((value, i) => Math.abs(value - now[i]) > 0.02)) return true;
        }
      });
      await view.changes("the robot of another moment", picture);

      await at(0.7);
      await page.mouse.down();
      await at(0.9);
      await page.mouse.up();
      await until("a fifth of the span", async () => Math.abs(await span() - 2) < 0.1);
      assert.ok(await view.inked("position") > 100, "with lines");
      await page.locator("[data-plot=position] .u-over").dblclick();
      await until("the whole span", async () => await span() === 10);
      await page.selectOption("#span", "30");
      await until("a longer span", async () => await span() === 30);

      const boxes = page.locator("#joints input");
      assert.equal(await boxes.count(), 6);
      const all = await view.inked("velocity");
      for (let joint = 1; joint < 6; joint++) await boxes.nth(joint).uncheck();
      await until("fewer lines", async () => await view.inked("velocity") < 0.7 * all);
      await boxes.nth(0).uncheck();
      await until(
        "no line",
        async () => await page.getAttribute("[data-plot=position]", "data-empty") === "No joint is chosen",
      );
      await boxes.nth(2).check();
      await until("a line", async () => await view.inked("position") > 50);
      await page.locator("#pause").click();
      await view.stands("running");
      assert.deepEqual(view.complaints, []);
      manager.signal("SIGTERM");
      await manager.exits(0);
    },
  },
]);
