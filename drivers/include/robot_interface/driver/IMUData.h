/** @file IMUData.h */
#pragma once

#include <array>
#include <map>
#include <string>

namespace robot_interface
{

/** A reading of an inertial sensor, in the sensor's frame. */
struct IMUData
{
  /** Orientation of the sensor in the world, quaternion w, x, y, z. */
  std::array<double, 4> orientation{{1.0, 0.0, 0.0, 0.0}};
  /** Angular velocity x, y, z [rad/s]. */
  std::array<double, 3> angularVelocity{{0.0, 0.0, 0.0}};
  /** Linear acceleration x, y, z [m/s²]. */
  std::array<double, 3> linearAcceleration{{0.0, 0.0, 0.0}};
};

/** Readings by name: that of a body sensor of the robot module. */
using IMUMap = std::map<std::string, IMUData>;

} // namespace robot_interface

namespace mc_robot_interface
{

// The earlier name of the namespace.
using robot_interface::IMUData;
using robot_interface::IMUMap;

} // namespace mc_robot_interface
