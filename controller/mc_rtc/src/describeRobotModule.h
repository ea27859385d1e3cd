/**
 * @file describeRobotModule.h
 * mc_rtc's robot modules for uri.
 */
#pragma once

#include <string>

namespace robot_controller
{

/**
 * The robot module `name` of mc_rtc (`HRP5P`, or with parameters `[env, /path, name]`) as uri describes robot modules,
 * in JSON, which is YAML too: joints in the reference order with their limits, grippers, sensors, and the default
 * stance as posture. Returns "" when mc_rtc has none of that name. Throws when mc_rtc cannot make it.
 */
std::string describeRobotModule(const std::string & name);

/**
 * Makes the robot modules known that stand in the folders of `RobotModulePaths`, as mc_rtc does when a controller is
 * created: of its own system and user files, and of `json`, which is loaded over them. Throws when one of them cannot
 * be read.
 */
void configureRobotModules(const std::string & json);

} // namespace robot_controller
