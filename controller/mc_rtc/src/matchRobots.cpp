#include "matchRobots.h"

#include "joinNames.h"
#include "moduleParameters.h"

#include <algorithm>
#include <stdexcept>

namespace robot_controller
{

namespace
{

bool isOfModule(const Robot & described, const mc_rbdyn::RobotModule & module)
{
  return described.module == module.name || moduleParameters(described.module) == module.parameters();
}

/** A module as `MainRobot` has it. */
std::string moduleText(const mc_rbdyn::RobotModule & module)
{
  const auto & parameters = module.parameters();
  return parameters.size() == 1 ? parameters[0] : parameters.empty() ? module.name : "[" + joinNames(parameters) + "]";
}

std::string keysOf(const Setup & setup)
{
  std::vector<std::string> keys;
  for(const auto & robot : setup.robots) keys.push_back(robot.name);
  return joinNames(keys);
}

} // namespace

std::vector<std::string> matchRobots(const Setup & setup, const mc_rbdyn::Robots & robots)
{
  const auto & main = robots.robot();
  const std::size_t count = setup.robots.size();
  std::vector<std::string> names(count);
  std::vector<std::size_t> mains;
  for(std::size_t i = 0; i < count; i++)
  {
    const auto & described = setup.robots[i];
    if(robots.hasRobot(described.name)) names[i] = described.name;
    else if(count == 1 || isOfModule(described, main.module())) mains.push_back(i);
  }
  const bool isMainKnown = std::find(names.begin(), names.end(), main.name()) != names.end();
  if(!isMainKnown && mains.size() == 1) names[mains[0]] = main.name();
  const std::string named =
      "give mc_rtc's main robot its key (MainRobot: {module: " + moduleText(main.module()) + ", name: KEY})";
  if(!isMainKnown && mains.size() > 1)
  {
    throw std::invalid_argument("MainRobot: mc_rtc's main robot '" + main.name() + "' may be each of "
                                + std::to_string(mains.size()) + " entries of Robots with its module (" + keysOf(setup)
                                + "); " + named
                                + ", and the others their keys under 'robots:' of mc_rtc's configuration");
  }
  for(std::size_t i = 0; i < count; i++)
  {
    if(!names[i].empty()) continue;
    const auto & key = setup.robots[i].name;
    throw std::invalid_argument("Robots." + key + ": mc_rtc has no robot '" + key + "'; it has "
                                + joinNames(namesOf(robots)) + "; add it to mc_rtc's configuration (robots: {" + key
                                + ": {module: " + setup.robots[i].module + "}}), correct the key, or " + named);
  }
  if(std::find(names.begin(), names.end(), main.name()) != names.end()) return names;
  throw std::invalid_argument("MainRobot: mc_rtc's main robot '" + main.name() + "' is none of the entries of Robots ("
                              + keysOf(setup) + "), and without its state mc_rtc cannot start; add an entry '"
                              + main.name() + "', or " + named);
}

} // namespace robot_controller
