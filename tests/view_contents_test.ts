import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Download, Page } from "playwright-core";
import { PNG } from "pngjs";
import { readMockRecord } from "../drivers/mock/read_mock_record.ts";
import { chromium } from "./kit/chromium.ts";
import { together } from "./kit/together.ts";
import { TwoArms } from "./kit/two_arms.ts";
import { until } from "./kit/until.ts";
import { ViewPage } from "./kit/view_page.ts";
import { viewUrl } from "./kit/view_url.ts";
import { skipUnless } from "./skip_unless.ts";

const found = chromium();
const noBrowser = skipUnless(found !== undefined, "chromium is not installed");
const TARGETS = {
  bender: [[0.6, 0.9, 1.0], [-0.4, 0.6, 1.4]],
  sweeper: [[0.05, 0.8, 0.4], [0.2, -0.8, -0.4]],
};
const JOINTS = ["turn", "lower", "upper"];
/** Bytes of a contact in a frame. */
const CONTACT = 48;

/** A saved table: its head, and its rows as numbers; NaN for what is empty. */
interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

/** What is saved by a key. */
async function saved(page: Page, key: string): Promise<Download> {
  const download = page.waitForEvent("download");
  await page.keyboard.press(key);
  return await download;
}

async function tableOf(page: Page): Promise<Table> {
  const text = Deno.readTextFileSync(await (await saved(page, "c")).path());
  assert.ok(text.endsWith("\n"));
  const [head, ...rows] = text.trimEnd().split("\n").map((row) => row.split(","));
  for (const row of rows) assert.equal(row.length, head.length);
  return { head, rows: rows.map((row) => row.map((value) => value === "" ? NaN : Number(value))) };
}

/** The moment that a paused page shows, read at once: time [s] as it is written, and values of all joints. */
function shownBy(page: Page): Promise<{ time: string; position: number[]; command: number[] }> {
  return page.evaluate(`(() => {
    const cells = (what) => [...document.querySelectorAll("#joints td[data-what=" + what + "]")].map((cell) => Number(cell.textContent));
    const [, time = ""] = /^at ([\\d.]+) s/.exec(document.querySelector("#figures").textContent) ?? [];
    return { time, position: cells("position"), command: cells("command") };
  })()`);
}

/** Whether a value is what the table shows of it; `NaN` for what is not known. */
function isShown(value: number, shown: number): boolean {
  return Number.isNaN(value) ? Number.isNaN(shown) : Math.abs(value - shown) < 5.1e-5;
}

/** Size of a picture, how many colours it has, and how many of its points are as orange as bender. */
function look(png: Uint8Array): Record<"width" | "height" | "colours" | "orange", number> {
  const { width, height, data } = PNG.sync.read(Buffer.from(png));
  const colours = new Set<number>();
  let orange = 0;
  for (let i = 0; i < data.length; i += 4) {
    colours.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
    if (data[i] > 2 * data[i + 2] && data[i] > 1.3 * data[i + 1]) orange++;
  }
  return { width, height, colours: colours.size, orange };
}

together(1, [
  {
    name:
      "what a page shows and saves is what the robot has measured; contacts are sent to who wants them; ghost; the keyboard is enough",
    ignore: noBrowser,
    async fn(bench) {
      const arms = new TwoArms(
        bench,
        undefined,
        (text) => text.replace("model: bender.xml", "model: bender.xml\n    record: bender.bin"),
      );
      const simulation = await arms.start("--view", "0");
      const browser = await found!.open();
      bench.onClose(() => browser.close());
      const view = await ViewPage.open(browser, "about:blank", { width: 1000, height: 640 });
      const { page } = view;
      // Lengths of the frames that come.
      let lengths: number[] = [];
      page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => {
          if (typeof payload !== "string") lengths.push(payload.length);
        }));
      await page.goto(await viewUrl(simulation));
      await view.stands("waiting");
      await until("frames", () => lengths.length > 30);
      const [bare] = lengths;
      assert.ok(lengths.every((length) => length === bare), "nobody wants to see contacts");
      const without = await view.picture();
      await page.keyboard.press("k");
      await until("the four corners of the block", () => lengths.at(-1) === bare + 4 * CONTACT);
      await view.changes("arrows", without);
      await page.keyboard.press("k");
      await until("their end", () => {
        lengths = [];
        return until("frames", () => lengths.length > 30).then(() => lengths.every((length) => length === bare));
      });
      await until("a picture without them", async () => await page.textContent("#touches") === "");

      // The robots move; then the page stands still.
      const manager = arms.manager("both", ["bender", "sweeper"], TARGETS);
      await view.stands("running");
      await until(
        "the last target",
        async () => (await view.values("command")).every((value, i) => Math.abs(value - TARGETS.bender[1][i]) < 1e-4),
      );
      await page.keyboard.press("Space");
      await view.stands("paused");
      const { head, rows } = await tableOf(page);
      const { bender } = arms.names;
      assert.equal(head[0], "time_s");
      for (const name of ["hand.force_x", "hand.torque_z", ...JOINTS.map((joint) => `${joint}.velocity`)]) {
        assert.ok(head.includes(`${bender}.${name}`), name);
      }
      assert.equal(new Set(head).size, head.length, "each column has a name of its own");
      const columns = (what: string) => JOINTS.map((joint) => head.indexOf(`${bender}.${joint}.${what}`));
      const [positions, commands] = [columns("position"), columns("command")];
      const simulated = head.indexOf("simulated_s");
      rows.slice(1).forEach((row, i) => {
        assert.ok(row[0] > rows[i][0], "time goes on");
        assert.ok(row[simulated] >= rows[i][simulated], "simulated time, too");
      });

      // Back in time by the keyboard: the table shows that row, to its last digit, and the ghost is where the command is.
      const lag = (row: readonly number[]) =>
        Math.max(...commands.map((at, k) => Math.abs(row[at] - row[positions[k]])));
      const moving = rows.findLast((row) => lag(row) > 0.01) ??
        assert.fail("it lags behind its commands while it moves");
      let time = "";
      for (const steps of [Math.round((rows.at(-1)![0] - moving[0]) / 0.1), 1, 1, 1]) {
        for (let i = 0; i < steps; i++) await page.keyboard.press(",");
        const shown = await until("another moment", async () => {
          const moment = await shownBy(page);
          return moment.time !== "" && moment.time !== time ? moment : undefined;
        });
        time = shown.time;
        const matches = rows.filter((row) =>
          row[0].toFixed(2) === time &&
          positions.every((column, k) => isShown(row[column], shown.position[k])) &&
          commands.every((column, k) => isShown(row[column], shown.command[k]))
        );
        assert.ok(matches.length > 0, `a row of ${JSON.stringify(shown)}`);
      }
      const ghost = await view.settled();
      await page.keyboard.press("g");
      const plain = await view.changes("no ghost", ghost);
      await page.keyboard.press("g");
      await view.changes("a ghost", plain);
      await view.shows("that moment, and nothing else", ghost);

      const png = look(Deno.readFileSync(await (await saved(page, "p")).path()));
      const size = await page.$eval(
        "#canvas",
        (canvas) => [Number(canvas.getAttribute("width")), Number(canvas.getAttribute("height"))],
      );
      assert.deepEqual([png.width, png.height], size);
      assert.ok(png.colours > 100 && png.orange > 1000, `${png.colours} colours, ${png.orange} orange points`);

      // All that can be pressed is reached by Tab, in the order in which it is seen, and shows that it is.
      await page.keyboard.press("k");
      await page.evaluate("document.activeElement?.blur()");
      const reached: string[] = [];
      while (!reached.includes("log") && reached.length < 40) {
        await page.keyboard.press("Tab");
        const [name, outline] = await page.evaluate(`(() => {
          const each = document.activeElement, style = getComputedStyle(each);
          return [each.id || each.getAttribute("role") || each.tagName, style.outlineStyle + " " + parseFloat(style.outlineWidth)];
        })()`) as [string, string];
        reached.push(name);
        assert.match(outline, /^(solid|auto) [1-9]/, `the focus on ${name}`);
      }
      assert.deepEqual(
        reached.filter((name, i) => name !== reached[i - 1]),
        [
          "tab",
          "pause",
          "theme",
          "help",
          "canvas",
          "fit",
          "ghost",
          "contacts",
          "png",
          "INPUT",
          "span",
          "unzoom",
          "csv",
          "log",
        ],
      );
      assert.deepEqual(view.complaints, []);

      manager.signal("SIGTERM");
      await manager.exits(0);
      simulation.signal("SIGTERM");
      await simulation.exits(0);
      // A frame is taken while the loop goes on: one in a hundred may have joints of two cycles that follow each other.
      const measured = new Set(
        readMockRecord(`${arms.folder}/bender.bin`).filter(({ kind }) => kind === "sync").map(({ values }) =>
          [...values].join()
        ),
      );
      const known = rows.filter((row) => positions.every((column) => Number.isFinite(row[column])));
      const alike = known.filter((row) => measured.has(positions.map((column) => row[column]).join()));
      assert.ok(known.length > 100, `${known.length} rows`);
      assert.ok(alike.length > 0.95 * known.length, `${alike.length} of ${known.length} rows are measured ones`);
    },
  },
]);
