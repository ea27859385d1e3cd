import { quoted } from "../core/quoted.ts";
import type { ViewSubject } from "./view_subject.ts";
import type { ViewWindow } from "./view_window.ts";

const NOUNS = ["joint positions", "joint velocities", "joint torques"];
const VALUES = ["position", "velocity", "torque"];

/** What is wrong with the driver in a window, beside limits of joints: one text each; none when all is well. */
export function windowProblems(subject: ViewSubject, window: ViewWindow): string[] {
  const { module } = subject;
  const { cycles, withoutState, wrong, notFinite, blockedS, error } = window;
  const of = (count: number) => count === cycles ? "" : ` (in ${count} of ${cycles} cycles)`;
  const problems: string[] = [];
  if (error !== "") problems.push(`driver ${quoted(subject.driver)} ${error}`);
  if (blockedS > 0) problems.push(`sync() has not returned for ${blockedS.toFixed(1)} s`);
  if (withoutState > 0) {
    problems.push(`the driver reports no joint positions${withoutState === cycles ? " yet" : of(withoutState)}`);
  }
  if (wrong.cycles > 0) {
    const wanted = module !== undefined
      ? `, the module '${module.name}' has ${wrong.wanted} joints`
      : wrong.vector === 0
      ? `, ${wrong.wanted} before`
      : ` for ${wrong.wanted} ${NOUNS[0]}`;
    problems.push(`the driver reports ${wrong.count} ${NOUNS[wrong.vector]}${wanted}${of(wrong.cycles)}`);
  }
  if (notFinite.cycles > 0) problems.push(`${whatIsNotFinite(subject, window)}${of(notFinite.cycles)}`);
  if (window.syncDoesNotBlock) problems.push("sync() returns at once: it does not wait for a new state");
  return problems;
}

function whatIsNotFinite({ module }: ViewSubject, window: ViewWindow): string {
  const { vector, index, value } = window.notFinite;
  if (vector < 3) {
    const name = module?.joints[index]?.name;
    return `${VALUES[vector]} of joint ${name === undefined ? index : `'${name}'`} is ${value}`;
  }
  const sensor = [...window.bodySensors, ...window.forceSensors][index];
  return `a value of sensor ${sensor === undefined ? index : quoted(sensor.name)} is not finite`;
}
