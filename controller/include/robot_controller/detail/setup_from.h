/**
 * @file setup_from.h
 * What a controller is created from, out of its C form.
 */
#pragma once

#include "../../uri_controller.h"
#include "../Setup.h"

#include <cstdint>
#include <type_traits>
#include <utility>

namespace robot_controller
{

namespace detail __attribute__((visibility("hidden")))
{

/** Makes a controller of a class that is constructible from the setup, or from the text of the configuration. */
template<typename Class>
Controller * makeController(const Setup & setup)
{
  static_assert(std::is_base_of<Controller, Class>::value, "a controller derives from robot_controller::Controller");
  if constexpr(std::is_constructible<Class, const Setup &>::value) return new Class(setup);
  else
  {
    static_assert(std::is_constructible<Class, const std::string &>::value,
                  "a controller has a constructor (const robot_controller::Setup &) or "
                  "(const std::string & configuration)");
    return new Class(setup.configuration);
  }
}

/** The C form of a setup as the C++ one. */
inline Setup setupFrom(const uri_controller_setup & from)
{
  Setup setup;
  setup.timeStep = static_cast<double>(from.time_step_ns) / 1e9;
  setup.configuration = from.configuration;
  for(std::uint32_t i = 0; i < from.robot_count; i++)
  {
    const uri_controller_robot & given = *from.robots[i];
    Robot robot;
    robot.name = given.name;
    robot.module = given.module;
    robot.mode = static_cast<ControlMode>(given.mode);
    robot.timeStep = static_cast<double>(given.period_ns) / 1e9;
    for(std::uint32_t j = 0; j < given.joint_count; j++)
    {
      robot.joints.push_back({given.joint_names[j], given.joint_is_prismatic[j] != 0, given.lower[j], given.upper[j],
                              given.velocity[j], given.acceleration[j], given.effort[j], given.posture[j]});
    }
    robot.bodySensors.assign(given.body_sensor_names, given.body_sensor_names + given.body_sensor_count);
    robot.forceSensors.assign(given.force_sensor_names, given.force_sensor_names + given.force_sensor_count);
    for(std::uint32_t g = 0; g < given.gripper_count; g++)
    {
      const uri_controller_gripper & gripper = given.grippers[g];
      robot.grippers.push_back({gripper.name, {gripper.joints, gripper.joints + gripper.joint_count}});
    }
    setup.robots.push_back(std::move(robot));
  }
  return setup;
}

} // namespace detail

} // namespace robot_controller
