/**
 * Draws `docs/images/view.png` from a real run of the world of two arms with a manager, in Chromium, when both arms are busy and the block is touched:
 *
 * ```sh
 * ./dev deno run -A docs/capture_view.ts
 * ```
 *
 * @module
 */
import { chromium } from "playwright-core";

const PATIENT = "protocol: shm, connection_timeout_ms: 3000";
const SIZE = { width: 1280, height: 760 };
/** Until the plots are full [s]. */
const SECONDS = 11;
/** Longest wait for a moment that is worth a picture [s]. */
const PATIENCE_S = 60;
/** A force that shows [N]. */
const FORCE = 20;

/** A manager's configuration that keeps both arms moving; `folder`: that of the example. */
const configuration = (folder: string) => `
Controller: posture
Timestep: 0.002
Robots:
  bender:
    module: ${folder}/bender.yaml
    controller: { mode: position, time_step: 0.001 }
    network_interface: { ${PATIENT} }
    robot_interface: { driver: RobotDriverMuJoCo, autostart: false }
  sweeper:
    module: ${folder}/sweeper.yaml
    controller: { mode: position, time_step: 0.002 }
    network_interface: { ${PATIENT} }
    robot_interface: { driver: RobotDriverMuJoCo, autostart: false }
Posture:
  dwell: 2
  speed: 0.8
  loop: true
  robots:
    bender: { targets: [[0, 1.4, 1.2], [0.9, 1.4, 1.2], [-0.4, 0.6, 1.4]] }
    sweeper: { targets: [[0, -1.2, 0], [0.2, -0.8, -0.4]] }
`;

/** Runs them, and resolves when the picture is made. */
export async function captureView(): Promise<void> {
  const place = Deno.makeTempDirSync({ prefix: "uri-" });
  const folder = `${place}/two_arms`;
  Deno.mkdirSync(folder);
  const example = `${Deno.cwd()}/examples/two_arms`;
  Deno.writeTextFileSync(`${folder}/mc_rtc.yaml`, configuration(example));
  for (const { name } of Deno.readDirSync(example)) {
    if (name !== "mc_rtc.yaml") Deno.copyFileSync(`${example}/${name}`, `${folder}/${name}`);
  }
  // A browser that draws without a graphics card keeps the processors busy.
  const scene = Deno.readTextFileSync(`${folder}/scene.yaml`);
  Deno.writeTextFileSync(`${folder}/scene.yaml`, scene.replaceAll("protocol: shm", PATIENT));
  const simulation = new Deno.Command("./dev", {
    args: ["uri", "simulate", "-c", `${folder}/scene.yaml`, "--view", "0"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const lines = simulation.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/\[View\] http\S+[^]*'sweeper' waiting/.test(text)) text += (await lines.read()).value ?? "";
  const reading = (async () => {
    while (!(await lines.read()).done);
  })();
  const manager = new Deno.Command("./dev", {
    args: ["uri", "manager", "-c", `${folder}/mc_rtc.yaml`],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
    await page.goto(/\[View\] (http\S+)/.exec(text)![1]);
    await page.keyboard.press("k");
    for (let i = 0; i < 2; i++) await page.locator("#canvas").press("+");
    // What has the focus has a frame.
    await page.evaluate("document.activeElement.blur()");
    await page.waitForTimeout(SECONDS * 1000);
    const isGood = async () => {
      const [, force = "0"] = /largest ([\d.]+) N/.exec(await page.textContent("#touches") ?? "") ?? [];
      return Number(force) > FORCE && await page.getAttribute("#banner", "data-state") === "running";
    };
    const endAt = performance.now() + PATIENCE_S * 1000;
    do {
      while (!await isGood() && performance.now() < endAt) await page.waitForTimeout(20);
      await page.screenshot({ path: "docs/images/view.png" });
    } while (!await isGood() && performance.now() < endAt);
  } finally {
    await browser.close();
    manager.kill("SIGTERM");
    simulation.kill("SIGTERM");
    await Promise.all([manager.status, simulation.status, reading]);
    Deno.removeSync(place, { recursive: true });
  }
}

if (import.meta.main) await captureView();
