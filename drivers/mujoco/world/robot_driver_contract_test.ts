import { fileURLToPath } from "node:url";
import { UR5E } from "../../../robots/ur5e.ts";
import type { RobotDriver, RobotDriverContext } from "../../robot_driver.ts";
import { testRobotDriver } from "../../test_robot_driver.ts";
import { testEngine } from "../test_engine.ts";
import { PeriodPace } from "../period_pace.ts";
import type { MujocoWorld } from "./mujoco_world.ts";
import { openWorld } from "./open_world.ts";

const engine = await testEngine.load();

/** The second of two robots of a world that is advanced by its `sync()`, as the owner of a world does it. */
async function create(context: RobotDriverContext): Promise<RobotDriver> {
  const { configPath: file, module, periodNs } = context;
  const orientation = [1, 0, 0, 0] as const;
  const world = await openWorld(engine, {
    file: "scene.yaml",
    ground: true,
    objects: [],
    robots: [-1, 1].map((y) => ({ name: `r${y}`, file, module, periodNs, pose: { position: [0, y, 0], orientation } })),
  });
  return new Paced(world, await world.robots[1].createDriver(context), context);
}

class Paced implements RobotDriver {
  readonly #pace: PeriodPace;
  readonly #world: MujocoWorld;
  readonly #driver: RobotDriver;
  readonly #steps: number;
  readonly readState: RobotDriver["readState"];
  readonly servoJ: RobotDriver["servoJ"];
  readonly speedJ: RobotDriver["speedJ"];
  readonly tauJ: RobotDriver["tauJ"];
  readonly lastError: RobotDriver["lastError"];

  constructor(world: MujocoWorld, driver: RobotDriver, { clock, periodNs }: RobotDriverContext) {
    this.#pace = new PeriodPace(clock, periodNs);
    this.#world = world;
    this.#driver = driver;
    this.#steps = periodNs / world.stepNs;
    this.readState = (into) => driver.readState(into);
    this.servoJ = (q) => driver.servoJ(q);
    this.speedJ = (qd) => driver.speedJ(qd);
    this.tauJ = (tau) => driver.tauJ(tau);
    this.lastError = () => driver.lastError();
  }

  sync(): number {
    this.#pace.begin();
    this.#world.advance(this.#steps);
    for (let missed = this.#pace.endPhysics(); missed > 0; missed--) this.#world.advance(this.#steps);
    this.#pace.sleep();
    this.#pace.finish();
    return this.#driver.sync();
  }

  close(): void {
    this.#driver.close();
    this.#world.close();
  }
}

testRobotDriver({
  name: "RobotDriverMuJoCo",
  module: UR5E,
  create,
  configPath: fileURLToPath(new URL("../../../examples/ur5e/ur5e.xml", import.meta.url)),
  brokenPath: "/nonexistent/model.xml",
  tolerance: 5e-3,
});
