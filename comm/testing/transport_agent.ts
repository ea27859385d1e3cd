import assert from "node:assert/strict";
import { ScriptProcess } from "./script_process.ts";

/** What an agent answers. */
export interface AgentAnswer {
  /** The result, when it went well. */
  readonly result?: unknown;
  /** The error's kind, when it did not. */
  readonly kind?: string;
  /** The error's message. */
  readonly message?: string;
  /** The error's owner. */
  readonly owner?: { readonly pid: number; readonly description: string };
}

/** Another process with a `ShmTransport`. */
export class TransportAgent implements AsyncDisposable {
  /** The process. */
  readonly process: ScriptProcess;

  private constructor(process: ScriptProcess) {
    this.process = process;
  }

  /** Starts one under `root`, by the command `prefix` if one is given, and waits until it is ready. */
  static async start(root: string, description: string, prefix: readonly string[] = []): Promise<TransportAgent> {
    const agent = new TransportAgent(new ScriptProcess("transport_agent_process.ts", [root, description], { prefix }));
    assert.equal(await agent.said(), "ready");
    return agent;
  }

  /** Asks it to do something, without waiting for the answer. */
  async ask(what: string, key: string, ms = 0): Promise<void> {
    await this.process.say(JSON.stringify({ what, key, ms }));
  }

  /** The next thing that it says. */
  async said(): Promise<unknown> {
    return JSON.parse(await this.process.line());
  }

  /** Asks and waits for the answer. */
  async do(what: string, key: string, ms = 0): Promise<AgentAnswer> {
    await this.ask(what, key, ms);
    return await this.said() as AgentAnswer;
  }

  /** Kills it and waits for its end. */
  async kill(): Promise<void> {
    this.process.signal("SIGKILL");
    await this.process.ended();
  }

  /** Kills it, if it still runs. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]();
  }
}
