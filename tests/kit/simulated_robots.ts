// Cases that are run twice: with the robot served by `uri interface`, and with the same robot in a world that `uri simulate` serves.
//
// A case of `together` says `simulated: true`, and nothing in its body tells which of the two it is: it gets a Workbench that starts the one or the other.
// Where an interface would get a mock robot, the world has examples/ur5e/ur5e.xml without gravity, started in the pose that the mock is given: it stands as
// exactly as the mock does, lags behind its targets by its own physics, and writes the same record (`record` of the scene).
//
// Cases that are run twice, by file:
//
//   ur5e_example, examples        all that use RobotDriverMuJoCo, but for examples/robot_pc, whose robot is a mock of its own
//   loss, handshake               managers that are killed, stopped, late or second; names that are taken; interfaces that die
//   gate                          every bad Command, the watchdog, the first target, stale Commands
//   rates                         robots of different periods, in one world
//   stop                          signals while it waits, and in a run
//   backend                       both backends
//   zenoh_loss                    one way to lose the network, and the signals over zenoh/shm: the code of the others is the same
//   zenoh_names, zenoh_router, zenoh_shm, zenoh_start    names on several computers, routers and shared memory that fail, late starts
//   zenoh_python_controller       managers by other people's code: what carries messages and both backends, bad Commands of one backend, kill -9, velocities, one refusal
//
// Cases that are not, with the reason:
//
//   faults of the mock (driver_fault, parts of loss, rates, handshake, stop, gate, zenoh_start, zenoh_loss: no state at first, a driver that hangs, crashes, is
//     slow to create or measures with an offset) and of probes (native_driver_*, fixture_driver, create_new_driver)    physics has no such faults
//   autostart, succession, orphans (loss), demo     a manager starts the interface and ends it; a world is started by hand, and outlives its managers:
//     simulate_start_test has one that is killed between its answer and the start of the loop, beside a robot that an interface serves
//   state_check, router, remote_api, zenoh_python_robot, mc_rtc, module_*, native_controller*    the robot's side is the test itself or of no matter, or there is none
//   one robot's process is killed or stopped and the other's is not (parts of rates, zenoh_rates)    robots of one world are one process
//   an init query that cannot be met ends the interface (handshake, init_file, a period that does not fit)    a world goes on and says the same:
//     simulate_serving_test
//   the lines of a start (handshake, first case), the log of a second interface    a world has other ones: simulate_serving_test
//   leftovers                     of the transport: what a world leaves is looked at after each of its tests
//   real-time rights, the scheduling of a loop (realtime, zenoh_rates)    a world asks for itself: simulate_start_test
//   endurance, security, two_pcs, viewer    of the process or of the manager: the same code whatever is at the other end
//   view_*                        view_simulate_test has cases of its own for worlds
//   lockstep, recording, native_mujoco, simulate_*    of worlds themselves
//   install, deb, cmake_package, headers, configurations, command lines, documentation    no robot runs there
import { parse, stringify } from "yaml";
import { projectRoot } from "../../tools/project_root.ts";
import type { BenchRobot } from "./workbench.ts";

const MODEL = `${projectRoot()}/examples/ur5e/ur5e.xml`;
const MUJOCO = "RobotDriverMuJoCo";
const NS = 1e9;

// deno-lint-ignore no-explicit-any -- a configuration as it was written
type Section = any;

/** How robots of tests become robots of a world. */
export const simulatedRobots = {
  /** The scene file of a world in which `robots` stand, each in the place of what an interface would serve. `network`: what it says of one. Throws for a mock with faults. */
  scene(robots: Readonly<Record<string, BenchRobot>>, folder: string, network: (robot: BenchRobot) => unknown): string {
    const periods = Object.values(robots).map(periodNs);
    const entries = Object.entries(robots).map(([name, robot], index) => [name, {
      module: robot.module ?? "UR5e",
      model: modelOf(name, robot, folder),
      pose: { xyz: [2 * index, 0, 0] },
      time_step: periodNs(robot) / NS,
      record: `${name}.rec`,
      network_interface: network(robot),
    }]);
    // A mock stands without being carried.
    const gravity = Object.values(robots).every(({ driver }) => driver === undefined) ? { gravity: [0, 0, 0] } : {};
    return stringify({
      world: { timestep: [1e6, ...periods].reduce(commonDivisor) / NS, ...gravity },
      robots: Object.fromEntries(entries),
    });
  },

  /**
   * Of a manager's configuration: the scene with its robots that RobotDriverMuJoCo simulates, and the configuration of a manager that finds those there. Paths
   * are relative to the folder of `config`. Throws when there is none.
   */
  split(config: string): { scene: string; manager: string } {
    const root: Section = parse(Deno.readTextFileSync(config));
    const robots: Record<string, unknown> = {};
    const whole = (name: string): Section => {
      const own = root.Robots[name];
      const base = own.base === undefined ? {} : whole(own.base);
      const merged = { ...base, ...own };
      for (const key of ["controller", "network_interface", "robot_interface"]) {
        merged[key] = { ...base[key], ...own[key] };
      }
      delete merged.base;
      return merged;
    };
    const entries = Object.keys(root.Robots).map((name) => [name, whole(name)]);
    for (const [name, { module, controller, network_interface, robot_interface }] of entries) {
      if (robot_interface.driver !== MUJOCO) continue;
      robots[name] = {
        module: module.includes(".") ? `./${module}` : module,
        model: robot_interface.config_path,
        time_step: controller.time_step,
        network_interface,
      };
      robot_interface.autostart = false;
    }
    if (Object.keys(robots).length === 0) throw new Error(`Looking for simulated robots: ${config} has none`);
    return { scene: stringify({ robots }), manager: stringify({ ...root, Robots: Object.fromEntries(entries) }) };
  },
} as const;

/** The mock's period; a test that says nothing means one millisecond. */
function periodNs(robot: BenchRobot): number {
  return Math.round(Number(robot.timeStep ?? 0.001) * NS);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** The model of a robot: that of RobotDriverMuJoCo, or for a mock a UR5e that starts where the mock does. */
function modelOf(name: string, { driver, more, mock }: BenchRobot, folder: string): string {
  if (driver === MUJOCO) return more!.config_path as string;
  if (driver !== undefined) throw new Error(`Simulating '${name}': it has the driver ${driver}; leave this case out`);
  const { initial_positions: pose, record: _, faults = {}, ...others } = (mock ?? {}) as Section;
  const strange = [...Object.keys(others), ...Object.keys(faults).filter((fault) => fault !== "lag_s")];
  if (strange.length > 0) throw new Error(`Simulating '${name}': physics has no ${strange}; leave this case out`);
  if (pose === undefined) return MODEL;
  const home = /<key name="home"[^>]*\/>/;
  const text = Deno.readTextFileSync(MODEL);
  if (!home.test(text)) throw new Error(`Looking for the keyframe 'home': ${MODEL} has none`);
  const file = `${folder}/${name}.xml`;
  const values = pose.join(" ");
  Deno.writeTextFileSync(file, text.replace(home, `<key name="home" qpos="${values}" ctrl="${values}"/>`));
  return file;
}
