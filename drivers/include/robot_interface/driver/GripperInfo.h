/** @file GripperInfo.h */
#pragma once

#include <string>
#include <vector>

namespace robot_interface
{

/** A gripper of the robot module. */
struct GripperInfo
{
  /** Its name. */
  std::string name;
  /** Names of its active joints. */
  std::vector<std::string> joints;
};

} // namespace robot_interface

namespace mc_robot_interface
{

// The earlier name of the namespace.
using robot_interface::GripperInfo;

} // namespace mc_robot_interface
