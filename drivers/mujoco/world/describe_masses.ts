import { quoted } from "../../../core/quoted.ts";
import type { WorldRobot } from "./world_robot.ts";

/** Beyond this [kg], a link of a robot is likely to be in grams, or made of a mesh in millimetres. */
const HEAVY = 1000;
/** What is lighter [kg] is there to please a program that wants a mass. */
const LIGHT = 1e-6;

/** Links of a robot whose mass looks wrong, one line each. */
export function describeMasses({ model, part }: WorldRobot): string[] {
  const { first, model: { counts } } = part;
  const masses = model.simulation.numbers("body_mass");
  const joints = model.simulation.integers("body_jntnum");
  return Array.from({ length: counts.bodies }, (_, index) => {
    const body = first.bodies + index;
    const link = model.bodies[body] === "" ? `link number ${index + 1}` : `link ${quoted(model.bodies[body])}`;
    if (masses[body] > HEAVY) {
      return `${link} has ${
        Number(masses[body].toPrecision(4))
      } kg, more than ${HEAVY} kg: check the unit of its mass, or density and scale of its geoms`;
    }
    // What stands still needs no mass, and MuJoCo refuses what moves and has none, fixed parts included.
    return joints[body] > 0 && masses[body] < LIGHT
      ? `${link} moves and has no mass of its own: check its inertial`
      : "";
  }).filter((text) => text !== "");
}
