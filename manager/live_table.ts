import { ManagerBlock as B } from "./manager_block.ts";
import type { ManagerView } from "./manager_hooks.ts";

const RULE = "─".repeat(96);

/** What a running manager does, as lines of text: joints of every robot, loop and link. */
export function liveTable(view: ManagerView, title: string): string[] {
  const { config, block, live, scheduling, timeS } = view;
  const lines = [`${title}   ${timeS.toFixed(1)} s`, RULE];
  config.robots.forEach((robot, index) => {
    const { joints } = robot.module;
    const n = joints.length;
    const values = live[index];
    const angle = (type: string) => type === "revolute" ? "rad" : "m";
    lines.push(
      `${robot.name.padEnd(24)}${cell("position")}${cell("target")}${cell("velocity")}${cell("torque")}   unit`,
    );
    joints.forEach((joint, i) => {
      const unit = angle(joint.type);
      const row = [values[i], values[3 * n + i], values[n + i]].map((value) => cell(number(value, 4))).join("");
      lines.push(
        `${joint.name.padEnd(24)}${row}${cell(number(values[2 * n + i], 2))}   ${unit}, ${unit}/s, ${
          unit === "rad" ? "Nm" : "N"
        }`,
      );
    });
    const at = B.VALUES + index * B.ROBOT_VALUES;
    const age = block.histograms[B.H_AGE + index].summary();
    lines.push(
      `link ${robot.network.protocol.padEnd(19)}states ${count(block.values[at + B.STATES])}   commands ${
        count(block.values[at + B.COMMANDS])
      }` +
        `   state age ${micro(age.p50)} median, ${micro(age.p99)} p99`,
    );
    lines.push(RULE);
  });
  const late = block.histograms[B.H_LATE].summary();
  const busy = block.histograms[B.H_CYCLE].summary();
  lines.push(
    `loop ${`${1e9 / config.tickNs} Hz, ${scheduling.obtained}`.padEnd(25)}cycles ${
      count(block.values[B.CYCLES])
    }   missed ${block.values[B.MISSED]}`,
    `     wake-up late  ${micro(late.p50)} median, ${micro(late.p99)} p99, ${micro(late.p999)} p99.9, ${
      micro(late.max)
    } max`,
    `     tick takes    ${micro(busy.p50)} median, ${micro(busy.p99)} p99, ${micro(busy.p999)} p99.9, ${
      micro(busy.max)
    } max`,
  );
  return lines;
}

function cell(text: string): string {
  return text.padStart(13);
}

function number(value: number, digits: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(digits);
}

function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

function micro(us: number): string {
  return us < 100 ? `${us.toFixed(1)} µs` : us < 10_000 ? `${us.toFixed(0)} µs` : `${(us / 1000).toFixed(1)} ms`;
}
