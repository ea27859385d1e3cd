import type { Browser, Page } from "playwright-core";
import { projectRoot } from "../../tools/project_root.ts";
import { pause } from "./pause.ts";
import { sameBytes } from "./same_bytes.ts";
import { until } from "./until.ts";

/** A page of a view in a real browser, as a reader sees it. */
export class ViewPage {
  /** What the browser complained of: errors of scripts, and what its security policy forbade. */
  readonly complaints: string[] = [];
  /** The page. */
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      // A process that is down refuses connections, and the browser says so each time.
      if (message.type() === "error" && !/WebSocket|ERR_CONNECTION/.test(message.text())) {
        this.complaints.push(message.text());
      }
    });
  }

  /** Opens `url`. */
  static async open(
    browser: Browser,
    url: string,
    options: { readonly width?: number; readonly height?: number; readonly colorScheme?: "light" | "dark" } = {},
  ): Promise<ViewPage> {
    const { width = 1280, height = 800, colorScheme = "light" } = options;
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, acceptDownloads: true });
    const made = new ViewPage(page);
    await page.goto(url);
    return made;
  }

  /** How things stand, by the banner: `running`, `lost`, … */
  state(): Promise<string | null> {
    return this.page.getAttribute("#banner", "data-state");
  }

  /** Waits for that. */
  async stands(state: string): Promise<void> {
    await until(`the page to say '${state}'`, async () => await this.state() === state);
  }

  /** What a column (`position`, `command`, `velocity`, `torque`) says of all joints; NaN for what is not known. */
  values(column: string): Promise<number[]> {
    return this.page.$$eval(
      `#joints td[data-what=${column}]`,
      (cells) => cells.map((cell) => Number(cell.textContent)),
    );
  }

  /** The 3D picture. */
  picture(): Promise<Uint8Array> {
    return this.page.locator("#canvas").screenshot();
  }

  /** Waits until the picture is another one than `before`, and returns it. `why`: what is to change it. */
  async changes(why: string, before: Uint8Array): Promise<Uint8Array> {
    let now = before;
    await until(`another picture: ${why}`, async () => {
      now = await this.picture();
      return !sameBytes(now, before);
    });
    return now;
  }

  /** Waits until the picture stands still, and returns it: what is drawn by the processor may come late. */
  async settled(): Promise<Uint8Array> {
    let now = await this.picture();
    await until("a picture that stands still", async () => {
      const before = now;
      await pause(300);
      now = await this.picture();
      return sameBytes(now, before);
    });
    return now;
  }

  /** Waits until the picture is `wanted`. */
  async shows(what: string, wanted: Uint8Array): Promise<void> {
    await until(`the picture of ${what}`, async () => sameBytes(await this.picture(), wanted));
  }

  /** Notes when the banner says `state` next; the result waits for it, and gives the time [ms since 1970]. */
  async notes(state: string): Promise<() => Promise<number>> {
    const place = `window.noted_${state}`;
    await this.page.evaluate(`{
      const banner = document.querySelector("#banner");
      delete ${place};
      new MutationObserver(() => {
        if (banner.dataset.state === "${state}") ${place} ??= Date.now();
      }).observe(banner, { attributes: true });
    }`);
    return () => until(`the page to say '${state}'`, async () => await this.page.evaluate(place) as number | undefined);
  }

  /** How each robot stands, by its tab. */
  states(): Promise<(string | null)[]> {
    return this.page.$$eval("#robots button", (tabs) => tabs.map((tab) => tab.getAttribute("data-state")));
  }

  /** Number of points of a plot that have a colour, and so belong to a line. */
  inked(plot: string): Promise<number> {
    // As text: it runs in the browser, whose names this program does not have.
    return this.page.evaluate(`(() => {
      const canvas = document.querySelector('[data-plot="${plot}"] canvas');
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        const spread = Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]);
        if (data[i + 3] > 128 && spread > 60) count++;
      }
      return count;
    })()`) as Promise<number>;
  }

  /** Keeps a picture of the page in .dev/artifacts. */
  async keep(name: string): Promise<void> {
    const folder = `${projectRoot()}/.dev/artifacts`;
    Deno.mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: `${folder}/${name}.png` });
  }
}
