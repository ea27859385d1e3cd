/**
 * @file matchRobots.h
 * Which robot of mc_rtc is which entry of `Robots:`.
 */
#pragma once

#include <robot_controller/Setup.h>

#include <mc_rbdyn/Robots.h>

#include <string>
#include <vector>

namespace robot_controller
{

/**
 * Names in mc_rtc of the robots of `setup`, in its order. A robot has its key under `Robots:` as its name in mc_rtc;
 * only the main robot may have another one, since mc_rtc gives it that of its module: it is then the entry with that
 * module, or the only entry. Throws a std::invalid_argument that names what is there, when a robot has no match, or
 * when mc_rtc's main robot is none of them.
 */
std::vector<std::string> matchRobots(const Setup & setup, const mc_rbdyn::Robots & robots);

} // namespace robot_controller
