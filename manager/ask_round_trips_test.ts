import assert from "node:assert/strict";
import { LocalHub } from "../comm/local/local_hub.ts";
import { LocalTransport } from "../comm/local/local_transport.ts";
import type { RobotConfig } from "../schemas/manager_config.ts";
import { askRoundTrips } from "./ask_round_trips.ts";
import type { RobotLink } from "./open_robot_link.ts";

Deno.test("round trips: those that interfaces tell, by robot; what is none, and who does not answer, is left out", async () => {
  const hub = new LocalHub();
  const manager = new LocalTransport(hub, "manager");
  const interfaces = new LocalTransport(hub, "interfaces");
  const figures = { count: 10, p50: 60.5, p99: 70, p999: 80, max: 90 };
  const answers: Record<string, string | Error> = {
    good: JSON.stringify({ round_trip_us: { ...figures, more: 1 } }),
    text: "no JSON",
    half: JSON.stringify({ round_trip_us: { count: 1 } }),
    wrong: JSON.stringify({ round_trip_us: { ...figures, p99: "a lot" } }),
    nothing: "null",
  };
  for (const [name, answer] of Object.entries(answers)) {
    await interfaces.answer(`${name}/figures`, () => new TextEncoder().encode(answer as string));
  }
  const names = [...Object.keys(answers), "silent", "lost"];
  const robots = names.map((name) => ({ name }) as RobotConfig);
  const links = new Map(names.map((_, index) => [index, { transport: manager } as unknown as RobotLink]));
  const asked = names.map((_, index) => index).filter((index) => names[index] !== "lost");
  assert.deepEqual([...await askRoundTrips(robots, links, asked)], [[0, figures]]);
  await manager.close();
  assert.deepEqual([...await askRoundTrips(robots, links, asked)], []);
  await interfaces.close();
});
