/** @file WrenchData.h */
#pragma once

#include <array>
#include <map>
#include <string>

namespace robot_interface
{

/** A reading of a force sensor, in the sensor's frame. */
struct WrenchData
{
  /** Force x, y, z [N]. */
  std::array<double, 3> force{{0.0, 0.0, 0.0}};
  /** Torque x, y, z [Nm]. */
  std::array<double, 3> torque{{0.0, 0.0, 0.0}};
};

/** Readings by name: that of a force sensor of the robot module. */
using WrenchMap = std::map<std::string, WrenchData>;

} // namespace robot_interface

namespace mc_robot_interface
{

// The earlier name of the namespace.
using robot_interface::WrenchData;
using robot_interface::WrenchMap;

} // namespace mc_robot_interface
