// Test double of mc_rtc, not mc_rtc: see ../README.md.
#pragma once

#include <mc_rbdyn/RobotModule.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

/** Makes a module from the parameters after its name. */
using ModuleMaker = std::function<mc_rbdyn::RobotModulePtr(const std::vector<std::string> &)>;

/** The robot modules that are always there, by name. */
std::map<std::string, ModuleMaker> builtInModules();

/** A module that is there when `RobotModulePaths` has a folder with a file of its name. */
mc_rbdyn::RobotModulePtr moduleFromPath(const std::string & name);
