import { readMockRecord } from "../../drivers/mock/read_mock_record.ts";
import { TwoArms } from "./two_arms.ts";
import type { UriProcess } from "./uri_process.ts";
import type { Workbench } from "./workbench.ts";

const ARMS = ["bender", "sweeper"] as const;
const TARGETS = { bender: [[0.6, 0.9, 1.0], [-0.4, 0.6, 1.4]], sweeper: [[0.05, 0.8, 0.4], [0.2, -0.8, -0.4]] };

/** How the two arms of a test of recordings run. */
export interface RecordedRun {
  /** Targets of the arms, where they are others than usual. */
  readonly targets?: Partial<typeof TARGETS>;
  /** Called when the manager drives the robots, and awaited. */
  readonly meanwhile?: (manager: UriProcess, simulation: UriProcess) => Promise<void>;
}

/** The world of two arms in lock step, recorded run after run: with the same names each time, as these are in the file. */
export class RecordedArms {
  /** Simulated time of a run [s]. */
  static readonly SECONDS = 3;
  /** The world. */
  readonly arms: TwoArms;
  readonly #bench: Workbench;
  #runs = 0;

  /** `network`: what `network_interface` of the robots says. */
  constructor(bench: Workbench, network: Record<string, unknown> = { protocol: "shm" }) {
    this.#bench = bench;
    const record = (text: string, arm: string) =>
      text.replace(`model: ${arm}.xml`, `model: ${arm}.xml\n    record: ${arm}.bin`);
    this.arms = new TwoArms(bench, network, (text) => ARMS.reduce(record, text));
  }

  /** Runs the simulation and one manager to their end, and returns the path of the recording. */
  async run({ targets = {}, meanwhile }: RecordedRun = {}): Promise<string> {
    const label = `run${++this.#runs}`;
    const file = `${this.#bench.folder}/${label}.mcap`;
    const [time, report] = [String(RecordedArms.SECONDS), `${this.#bench.folder}/${label}-simulation.json`];
    const simulation = await this.arms.start("--lockstep", "--for", time, "--record", file, "--report", report);
    const manager = this.arms.manager(label, ARMS, { ...TARGETS, ...targets }, "--lockstep", "--for", time);
    if (meanwhile !== undefined) {
      await manager.line(/robot initialized/);
      await meanwhile(manager, simulation);
    }
    await manager.exits(0);
    await simulation.exits(0);
    return file;
  }

  /** Positions that were measured in each cycle of an arm in the last run, as its driver has recorded them. */
  measured(arm: "bender" | "sweeper"): (readonly number[])[] {
    return readMockRecord(`${this.arms.folder}/${arm}.bin`).filter(({ kind }) => kind === "sync")
      .map(({ values }) => values);
  }
}
