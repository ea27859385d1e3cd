import { type ServedBy, Workbench } from "./workbench.ts";
import { type UriCommand, uriCommands } from "../uri_command.ts";

/** Time for one test [ms]: what takes longer hangs, and would take all other tests of its file along. */
const LIMIT_MS = 300_000;

/** A test on processes. */
export interface TogetherCase {
  /** What is shown. */
  readonly name: string;
  /** Left out: `skipUnless` of tests/skip_unless.ts says why. */
  readonly ignore?: boolean;
  /** Also against the executable, when there is one; otherwise from source only. */
  readonly both?: boolean;
  /** Also with the robots served by `uri simulate`: see simulated_robots.ts. */
  readonly simulated?: boolean;
  /** The test, with a place of its own. */
  fn(bench: Workbench): Promise<void>;
}

/**
 * Registers tests that spend most of their time waiting: up to `limit` of them run at the same time, each with its own robots, and each is
 * reported on its own.
 */
export function together(limit: number, cases: readonly TogetherCase[]): void {
  const waiting: (() => Promise<void>)[] = [];
  const open = new Set<Workbench>();
  // Tests that a filter leaves out may have been started, too: nothing of them outlives this file.
  globalThis.addEventListener("unload", () => open.forEach((bench) => bench.killAll()));
  let started = false;
  const startAll = () => {
    if (started) return;
    started = true;
    for (let i = 0; i < limit; i++) {
      (async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
      })();
    }
  };
  const add = (each: TogetherCase, name: string, uri: UriCommand, servedBy?: ServedBy) => {
    const { promise, resolve } = Promise.withResolvers<{ error?: unknown }>();
    if (!each.ignore) {
      waiting.push(async () => {
        const bench = new Workbench(uri, servedBy);
        open.add(bench);
        try {
          await using _closing = bench;
          const limit = Promise.withResolvers<never>();
          const timer = setTimeout(
            () => limit.reject(new Error(`the test took more than ${LIMIT_MS / 1000} s`)),
            LIMIT_MS,
          );
          await Promise.race([each.fn(bench), limit.promise]).finally(() => clearTimeout(timer));
        } catch (error) {
          return resolve({ error });
        } finally {
          open.delete(bench);
        }
        resolve({});
      });
    }
    Deno.test({
      name,
      ignore: each.ignore ?? false,
      // Others run at the same time, so what one of them has open says nothing about this one.
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        startAll();
        const { error } = await promise;
        if (error !== undefined) throw error;
      },
    });
  };
  const [source, executable] = uriCommands();
  for (const each of cases) {
    add(each, each.name, source);
    if (each.simulated) add(each, `uri simulate: ${each.name}`, source, "simulate");
    if (each.both && executable !== undefined) add(each, `executable: ${each.name}`, executable);
  }
}
