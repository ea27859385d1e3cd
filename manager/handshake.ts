import type { Logger } from "../core/log/logger.ts";
import type { StartedChild } from "../core/child_processes.ts";
import { visibleLines } from "../core/visible_lines.ts";
import type { Transport } from "../comm/transport.ts";
import { type KeyOwner, TransportError } from "../comm/transport_error.ts";

const ATTEMPTS = 5;
const ATTEMPT_MS = 60_000;
const EARLY_ANSWER_PAUSE_MS = 200;
const SAY_AFTER_MS = 2_000;
const SAY_EVERY_MS = 10_000;
/** An interface that ends so often while it is asked is not asked again. */
const MOST_DEATHS = 3;
const LONGEST_REPLY = 4000;

/** What the handshake with one robot needs. */
export interface HandshakeParts {
  /** Robot name. */
  readonly name: string;
  /** Key of the query. */
  readonly key: string;
  /** The robot's entry, encoded. */
  readonly payload: Uint8Array;
  /** How the robot is reached. */
  readonly transport: Transport;
  /** The autostarted interface, if there is one. */
  readonly child?: StartedChild;
  /** Log of the process. */
  readonly log: Logger;
  /** Ends the wait. */
  readonly stop: AbortSignal;
  /** Told who has answered, where the transport knows. */
  readonly onAnswerer?: (owner: KeyOwner) => void;
  /** Who holds the interface's token now, as far as known. */
  readonly interfaceOwner?: () => KeyOwner | undefined;
  /** Longest wait of one attempt [ms], 60 s by default. */
  readonly attemptMs?: number;
}

/**
 * Sends the init query until the interface answers: up to five attempts of 60 s. An attempt that ends early without an answer, e.g. because the
 * interface was restarted meanwhile, goes on within its time. One that ends in the meantime is told of, and the third ends the wait. Resolves to true when the robot is initialised, to false when it is to be
 * dropped (the reason is logged) or when `stop` was aborted.
 */
export async function handshake(parts: HandshakeParts): Promise<boolean> {
  const { name, log, stop, child } = parts;
  const attemptMs = parts.attemptMs ?? ATTEMPT_MS;
  const over = new AbortController();
  const end = () => over.abort();
  stop.addEventListener("abort", end);
  if (stop.aborted) end();
  let died = "";
  child?.ended.then(({ code, signal }) => {
    died = signal === null ? `exit code ${code}` : `signal ${signal}`;
    setTimeout(end, 100); // an answer that it gave just before may still be on its way
  });
  const startedAt = performance.now();
  const deaths = new InterfaceDeaths(parts, end);
  let nextTellMs = SAY_AFTER_MS;
  const telling = setInterval(() => {
    deaths.look();
    const waitedMs = performance.now() - startedAt;
    if (waitedMs < nextTellMs) return;
    nextTellMs += SAY_EVERY_MS;
    tell(parts, waitedMs);
  }, 100);
  try {
    for (let attempt = 1; attempt <= ATTEMPTS && !over.signal.aborted; attempt++) {
      if (attempt === 1) {
        log.info(`[robot_manager] Querying robot_interface '${name}' (waiting up to ${attemptMs / 1000} s)…`);
      } else log.info(`[robot_manager] Retrying init query to '${name}' (attempt ${attempt}/${ATTEMPTS})…`);
      let reply: string | undefined;
      try {
        reply = await oneAttempt(parts, attemptMs, over.signal);
      } catch (error) {
        // Whose robot it is cannot be known, and a wrong guess would move one that nobody looks at.
        if (!(error instanceof TransportError) || error.kind !== "ambiguous") throw error;
        log.error(`[RobotManager] Robot '${name}' init failed: ${error.message} — skipping.`);
        return false;
      }
      if (reply === "OK") {
        log.success(`[RobotManager] Robot '${name}' driver loaded successfully`);
        return true;
      }
      if (reply !== undefined) {
        log.error(`[RobotManager] Robot '${name}' init failed: ${reply} — skipping.`);
        return false;
      }
    }
  } finally {
    clearInterval(telling);
    stop.removeEventListener("abort", end);
  }
  if (stop.aborted) return false;
  if (died !== "") {
    log.error(
      `[RobotManager] robot_interface '${name}' (pid ${
        child!.pid
      }) ended with ${died} before it answered. Skipping this robot.`,
    );
  } else if (deaths.count >= MOST_DEATHS) {
    log.error(
      `[RobotManager] robot_interface '${name}' has ended ${deaths.count} times before it answered. Skipping this robot.`,
    );
  } else {
    log.error(
      `[RobotManager] Init query to robot_interface '${name}' timed out after ${ATTEMPTS} attempts — is the process running? Skipping this robot.`,
    );
  }
  return false;
}

/** Notices interfaces that are started by hand, or by a service, and end while they are asked. */
class InterfaceDeaths {
  /** So many have ended. */
  count = 0;
  readonly #parts: HandshakeParts;
  readonly #give: () => void;
  #before: KeyOwner | undefined;

  /** `give` ends the wait. */
  constructor(parts: HandshakeParts, give: () => void) {
    this.#parts = parts;
    this.#give = give;
  }

  look(): void {
    const { name, child, log, interfaceOwner } = this.#parts;
    const before = this.#before;
    this.#before = interfaceOwner?.();
    // Of its own child the manager is told by the system.
    if (child !== undefined || before === undefined || before.pid === this.#before?.pid) return;
    this.count++;
    log.warning(
      `[RobotManager] robot_interface '${name}' (${before.description}, pid ${before.pid}) ended before it answered: its own output says why; ` +
        "if it gives no reason, its driver has crashed. Waiting for it to be started again",
    );
    if (this.count >= MOST_DEATHS) setTimeout(this.#give, 100); // an answer that it gave just before may still be on its way
  }
}

/** One attempt: the answer, or undefined when none came within its time. */
async function oneAttempt(parts: HandshakeParts, attemptMs: number, over: AbortSignal): Promise<string | undefined> {
  const endAt = performance.now() + attemptMs;
  for (;;) {
    const timeoutMs = endAt - performance.now();
    if (timeoutMs <= 0 || over.aborted) return undefined;
    const { onAnswerer } = parts;
    const reply = await parts.transport.query(parts.key, parts.payload, { timeoutMs, signal: over, onAnswerer });
    if (reply !== undefined) return printable(new TextDecoder().decode(reply));
    await new Promise((resolve) =>
      setTimeout(resolve, Math.min(EARLY_ANSWER_PAUSE_MS, Math.max(0, endAt - performance.now())))
    );
  }
}

function tell(parts: HandshakeParts, waitedMs: number): void {
  const { child, interfaceOwner } = parts;
  const owner = child === undefined ? interfaceOwner?.() : undefined;
  const who = owner === undefined ? child && `process ${child.pid}` : `${owner.description}, pid ${owner.pid}`;
  const advice = who === undefined
    ? ` (start it with: uri interface -n ${parts.name}; or uri simulate, with a scene that has it)`
    : ` (it is ${who}; its driver may still be loading)`;
  parts.log.info(
    `[robot_manager] waiting for '${parts.name}' to answer on '${parts.key}', ${
      Math.round(waitedMs / 1000)
    } s so far${advice}`,
  );
}

/** A reply as it may stand in a log: without codes for a terminal; reasons may have several lines, which are none of this log. */
function printable(text: string): string {
  return visibleLines(text.slice(0, LONGEST_REPLY), "  ");
}
