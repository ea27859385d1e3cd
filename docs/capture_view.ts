/**
 * Draws `docs/images/view.png` from a real run of two simulated robots, in Chromium:
 *
 * ```sh
 * ./dev deno run -A docs/capture_view.ts
 * ```
 *
 * @module
 */
import { chromium } from "playwright-core";

const SECONDS = 12;
const SIZE = { width: 1280, height: 760 };

/** Runs the example, and resolves when the picture is made. */
export async function captureView(): Promise<void> {
  const manager = new Deno.Command("./dev", {
    args: ["uri", "manager", "-c", "examples/ur5e/mc_rtc.yaml", "--view", "0", "--for", `${SECONDS + 30}`],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const lines = manager.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/\[View\] http\S+/.test(text)) text += (await lines.read()).value ?? "";
  const reading = (async () => {
    while (!(await lines.read()).done);
  })();
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
    await page.goto(/\[View\] (http\S+)/.exec(text)![1]);
    await page.waitForTimeout(SECONDS * 1000);
    await page.screenshot({ path: "docs/images/view.png" });
  } finally {
    await browser.close();
    manager.kill("SIGTERM");
    await Promise.all([manager.status, reading]);
  }
}

if (import.meta.main) await captureView();
