// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <mc_rbdyn/RobotModule.h>

#include <string>
#include <vector>

namespace mc_rbdyn
{

struct RobotLoader
{
  static bool has_robot(const std::string & name);
  static RobotModulePtr get_robot_module(const std::vector<std::string> & args);
  static std::vector<std::string> available_robots();
  static void update_robot_module_path(const std::vector<std::string> & paths);
};

} // namespace mc_rbdyn
