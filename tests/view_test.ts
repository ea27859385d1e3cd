import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { chromium } from "./kit/chromium.ts";
import { processesNaming } from "./kit/processes_naming.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import { ViewPage } from "./kit/view_page.ts";
import { viewUrl } from "./kit/view_url.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";

const found = chromium();
const noBrowser = skipUnless(found !== undefined, "chromium is not installed");

/** A manager's configuration with the simulated UR5e of the examples, which goes from one target to the next. */
function simulated(bench: Workbench, name: string, posture: Record<string, unknown>): string {
  const robot = {
    driver: "RobotDriverMuJoCo",
    autostart: true,
    more: { config_path: `${projectRoot()}/examples/ur5e/ur5e.xml` },
  };
  const { targets, ...more } = posture;
  const Posture = { ...more, robots: { [name]: { targets } } };
  return bench.config({ [name]: robot }, { Controller: "posture", Posture });
}

/** Id of the interface that serves `name`. */
function interfaceOf(name: string): number {
  const pid = processesNaming(name).find((each) => {
    return Deno.readTextFileSync(`/proc/${each}/cmdline`).includes("\0interface\0");
  });
  assert.ok(pid !== undefined, `no interface of ${name}`);
  return pid;
}

const AWAY = [0.6, -1.9, 1.9, -1.5, -1.57, 0.3];
const HOME = [0, -1.2, 1.3, -1.7, -1.57, 0];

together(1, [
  {
    name: "the page of a manager: the robot moves, its joints are those of the State, plots fill, values can be saved",
    ignore: noBrowser,
    both: true,
    async fn(bench) {
      const name = bench.name("seen");
      const manager = bench.manager(
        simulated(bench, name, { dwell: 2, loop: true, targets: [AWAY, HOME] }),
        "--view",
        "0",
      );
      const browser = await found!.open();
      bench.onClose(() => browser.close());
      const view = await ViewPage.open(browser, await viewUrl(manager));
      await view.stands("running");
      const { page } = view;
      assert.equal(await page.textContent("#robots button"), name);

      // It stands at its targets, and moves on the way.
      for (const target of [AWAY, HOME]) {
        await until("the target", async () => {
          const is = (values: number[], within: number) =>
            values.length === 6 && values.every((value, i) => Math.abs(value - target[i]) <= within);
          return is(await view.values("position"), 0.01) && is(await view.values("command"), 1e-4);
        });
      }
      await view.changes("the robot", await view.picture());
      for (const plot of ["position", "velocity", "torque"]) {
        await until(`lines in the plot of ${plot}`, async () => await view.inked(plot) > 500);
      }
      for (const plot of ["state_age", "lateness", "cycle", "round_trip"]) {
        await page.locator(`[data-plot=${plot}]`).scrollIntoViewIfNeeded();
        await until(`lines in the plot of ${plot}`, async () => await view.inked(plot) > 50);
      }
      assert.match(await page.textContent("#log") ?? "", /robot initialized/);

      const saved = page.waitForEvent("download");
      await page.click("#csv");
      const text = Deno.readTextFileSync(await (await saved).path());
      const [head, ...rows] = text.trim().split("\n").map((row) => row.split(","));
      const column = head.indexOf(`${name}.shoulder_pan_joint.position`);
      const positions = rows.map((row) => Number(row[column])).filter(Number.isFinite);
      assert.ok(Math.min(...positions) < 0.1 && Math.max(...positions) > 0.5, "the motion is in the file");
      const picture = page.waitForEvent("download");
      await page.click("#png");
      assert.deepEqual([...Deno.readFileSync(await (await picture).path()).subarray(1, 4)], [80, 78, 71]);

      // Paused, nothing moves on the page; then it goes on.
      await page.locator("#canvas").press("Space");
      await view.stands("paused");
      const paused = await view.values("position");
      await new Promise((resolve) => setTimeout(resolve, 4500));
      assert.deepEqual(await view.values("position"), paused);
      await page.locator("#canvas").press("Space");
      await until("other values", async () => (await view.values("position")).some((value, i) => value !== paused[i]));
      await view.keep("view-desktop-light");
      assert.deepEqual(view.complaints, []);
      await page.close();

      for (
        const [width, height, colorScheme] of [
          [1280, 800, "dark"],
          [390, 844, "light"],
          [390, 844, "dark"],
          [844, 390, "light"],
        ] as const
      ) {
        const other = await ViewPage.open(browser, await viewUrl(manager), { width, height, colorScheme });
        await other.stands("running");
        await until("some lines", async () => await other.inked("position") > 300);
        assert.equal(await other.page.getAttribute("html", "data-theme"), colorScheme);
        // Nothing sticks out at the side.
        const wide = await other.page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert.ok(wide as number <= 0, `${wide} pixels too wide at ${width}`);
        const right = await other.page.$eval("#joints", (table) => table.getBoundingClientRect().right);
        assert.ok(right <= width, `the table ends at ${right} of ${width}`);
        await other.keep(`view-${width > 1000 ? "desktop" : width > height ? "phone-aside" : "phone"}-${colorScheme}`);
        assert.deepEqual(other.complaints, []);
        await other.page.close();
      }
      manager.signal("SIGTERM");
      await manager.exits(0);
    },
  },
  {
    name: "an interface that is killed shows red, with the reason; the page comes back with the process",
    ignore: noBrowser,
    async fn(bench) {
      const name = bench.name("lost");
      const config = simulated(bench, name, { dwell: 1, loop: true, targets: [AWAY, HOME] });
      const first = bench.manager(config, "--view", "0");
      const browser = await found!.open();
      bench.onClose(() => browser.close());
      const url = await viewUrl(first);
      const view = await ViewPage.open(browser, url);
      await view.stands("running");
      const red = await view.notes("lost");
      const killedAt = Date.now();
      Deno.kill(interfaceOf(name), "SIGKILL");
      await view.stands("lost");
      console.log(`red ${await red() - killedAt} ms after the interface was killed`);
      assert.equal(await view.page.getAttribute("#robots button", "data-state"), "lost");
      await first.exits(1);
      await until(
        "the reason",
        async () => /Lost connection to robot/.test(await view.page.textContent("#banner") ?? ""),
      );
      await view.keep("view-lost");

      const second = bench.manager(config, "--view", new URL(url).port);
      await view.stands("running");
      assert.doesNotMatch(await view.page.textContent("#log") ?? "", /Lost connection/);
      assert.deepEqual(view.complaints, []);

      // A process that stands still closes no connection.
      second.signal("SIGSTOP");
      await view.stands("lost");
      assert.match(await view.page.textContent("#banner") ?? "", /tells nothing/);
      second.signal("SIGCONT");
      await until(
        "the end of the silence",
        async () => !/tells nothing/.test(await view.page.textContent("#banner") ?? ""),
      );
      second.signal("SIGTERM");
    },
  },
  {
    name: "two robots: keys choose, hide the ghost, change colours and turn the camera; one that says nothing is held",
    ignore: noBrowser,
    async fn(bench) {
      const [left, right] = [bench.name("left"), bench.name("right")];
      const robot = { autostart: true, timeoutMs: 60_000 };
      const config = bench.config({ [left]: robot, [right]: { ...robot, mode: "velocity" } });
      const manager = bench.manager(config, "--view", "0");
      const browser = await found!.open();
      bench.onClose(() => browser.close());
      const view = await ViewPage.open(browser, await viewUrl(manager));
      await view.stands("running");
      const { page } = view;
      const selected = () => page.locator("#robots [aria-selected=true]").textContent();
      assert.equal(await selected(), left);
      await page.keyboard.press("2");
      assert.equal(await selected(), right);
      assert.equal(await page.textContent("#notes"), "", "both are drawn");

      await page.keyboard.press("t");
      assert.equal(await page.getAttribute("html", "data-theme"), "dark");
      await page.reload();
      await view.stands("running");
      assert.equal(await page.getAttribute("html", "data-theme"), "dark", "the choice is kept");
      await page.keyboard.press("g");
      assert.equal(await page.getAttribute("#ghost", "aria-pressed"), "false");

      let before = await view.picture();
      for (const key of ["ArrowLeft", "ArrowUp", "+"]) {
        await page.locator("#canvas").press(key);
        before = await view.changes(`${key} to turn the camera`, before);
      }
      await page.keyboard.press("?");
      assert.ok(await page.locator("#keys").isVisible());
      await page.keyboard.press("Escape");

      // Whatever can be pressed has a name.
      const nameless = await page.$$eval(
        "button, select, input, #canvas, [role=img]",
        (elements) =>
          elements.filter((each) => {
            const label = each.closest("label")?.textContent ?? "";
            return `${each.getAttribute("aria-label") ?? ""}${each.textContent}${label}`.trim() === "";
          }).map(({ outerHTML, parentElement }) => `${outerHTML} in ${parentElement?.outerHTML.slice(0, 200)}`),
      );
      assert.deepEqual(nameless, []);

      const interfacePid = interfaceOf(right);
      Deno.kill(interfacePid, "SIGSTOP");
      await view.stands("held");
      const states = await page.$$eval("#robots button", (tabs) => tabs.map((tab) => tab.getAttribute("data-state")));
      assert.deepEqual(states, ["running", "held"]);
      assert.ok(await page.locator("#scene.alarm").isVisible());
      await view.keep("view-held");
      Deno.kill(interfacePid, "SIGCONT");
      await until("the end of the hold", async () => await view.state() !== "held");
      assert.deepEqual(view.complaints, []);
      manager.signal("SIGTERM");
    },
  },
  {
    name:
      "--view: a port that is taken, and a value that is none, are clear errors; without a port the next free one is taken",
    async fn(bench) {
      const name = bench.name("port");
      using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const config = bench.config({ [name]: { autostart: true } });
      const refused = bench.manager(config, "--view", `${(taken.addr as Deno.NetAddr).port}`);
      await refused.line(/opening the view at 127\.0\.0\.1:\d+: another program listens there/);
      await refused.exits(1);
      const wrong = bench.uri(["manager", "-c", config, "--view", "door"]);
      await wrong.exits(2);
      const managers = [bench.manager(config, "--view", "--for", "1")];
      assert.match(await viewUrl(managers[0]), /^http:\/\/localhost:87\d\d\/$/);
      await managers[0].exits(0);
      const open = bench.manager(config, "--view", "0.0.0.0:0");
      const url = await viewUrl(open);
      const [, port, word] = /^http:\/\/[^/]+:(\d+)\/([0-9a-f]{32})\/$/.exec(url) ?? assert.fail(url);
      await open.line(/other computers can look on/);
      const other = "0".repeat(32);
      for (const [path, status] of [["", 403], [`${other}/`, 403], ["feed", 403], [`${word}/`, 200]] as const) {
        const answer = await fetch(`http://127.0.0.1:${port}/${path}`);
        await answer.body?.cancel();
        assert.equal(answer.status, status, path);
      }
      open.signal("SIGTERM");
      await open.exits(0);
    },
  },
]);
