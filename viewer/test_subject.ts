import { UR5E } from "../robots/ur5e.ts";
import type { ViewSubject } from "./view_subject.ts";

/** What a viewer looks at in tests: a mock UR5e called `arm`. `changes` are over it. */
export function testSubject(changes: Partial<ViewSubject> = {}): ViewSubject {
  return { robot: "arm", driver: "RobotDriverMock", ip: "127.0.0.1", port: 0, module: UR5E, ...changes };
}
