/**
 * @file ControlMode.h
 * What the commands of a robot are.
 */
#pragma once

namespace robot_controller
{

/** Type of the commands that a robot gets, `controller.mode`. */
enum class ControlMode
{
  /** Joint positions [rad, or m for a prismatic joint]. */
  POSITION = 0,
  /** Joint velocities [rad/s or m/s]. */
  VELOCITY = 1,
  /** Joint torques [Nm], or forces [N]. */
  TORQUE = 2
};

/** The word of a mode in a configuration file. */
inline const char * toString(ControlMode mode) noexcept
{
  return mode == ControlMode::POSITION ? "position" : mode == ControlMode::VELOCITY ? "velocity" : "torque";
}

} // namespace robot_controller
