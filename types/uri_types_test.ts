import assert from "node:assert/strict";
import { openPublisher } from "../comm/open_publisher.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import type { RobotController, RobotControllerContext } from "../controller/robot_controller.ts";
import type { LoopTime } from "../core/loop_time.ts";
import type { RobotDriver, RobotDriverContext } from "../drivers/robot_driver.ts";
import { ConnectionLoss } from "../manager/connection_loss.ts";
import { InterfaceTemplate } from "../manager/interface_template.ts";
import type { RobotProxy } from "../manager/robot_proxy.ts";
import type { RobotProxyContext } from "../manager/robot_proxy_factory.ts";
import type { RobotProxyKit } from "../manager/robot_proxy_kit.ts";
import { moduleTypes } from "../tools/module_types.ts";
import type * as published from "./uri.d.mts";

/** Compiles only when `A` can stand for `B`. */
function stands<A extends B, B>(): [A, B] | undefined {
  return undefined;
}

Deno.test("types for modules: the file is made from the sources as they are", () => {
  assert.equal(
    Deno.readTextFileSync(new URL("./uri.d.mts", import.meta.url)),
    moduleTypes(),
    "run ./dev deno run -A tools/module_types.ts",
  );
});

Deno.test("types for modules: what the program gives and takes is what is published", () => {
  // What a module is given.
  stands<RobotDriverContext, published.RobotDriverContext>();
  stands<RobotControllerContext, published.RobotControllerContext>();
  stands<RobotProxyContext, published.RobotProxyContext>();
  stands<RobotController, published.RobotController>();
  stands<LoopTime, published.LoopTime>();
  stands<InterfaceTemplate, published.InterfaceTemplate>();
  stands<CellReader, published.CellReader>();
  stands<typeof ConnectionLoss, typeof published.ConnectionLoss>();
  stands<typeof openPublisher, typeof published.openPublisher>();
  stands<keyof RobotProxyKit, keyof published.RobotProxyKit>();
  stands<keyof published.RobotProxyKit, keyof RobotProxyKit>();
  // What it makes.
  stands<published.RobotDriver, RobotDriver>();
  stands<published.RobotController, RobotController>();
  stands<published.RobotProxy, RobotProxy>();
  // The values that are behind the types.
  for (const value of [openPublisher, CellReader, InterfaceTemplate]) assert.equal(typeof value, "function");
  assert.deepEqual(Object.keys(ConnectionLoss), ["None", "Token", "Watchdog", "NoFirstState", "Custom"]);
});
