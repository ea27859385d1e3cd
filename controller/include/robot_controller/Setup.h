/**
 * @file Setup.h
 * What a controller is created from: the robots with their joints, limits and sensors, the period, and the
 * configuration file.
 */
#pragma once

#include "Configuration.h"
#include "ControlMode.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace robot_controller
{

/** A joint of a robot. Units are rad (revolute) or m (prismatic) and their time derivatives; effort is Nm or N. */
struct Joint
{
  /** Its name. */
  std::string name;
  /** True for a prismatic joint, false for a revolute one. */
  bool isPrismatic = false;
  /** Lower position limit; minus infinity when there is none. */
  double lower = -std::numeric_limits<double>::infinity();
  /** Upper position limit; infinity when there is none. */
  double upper = std::numeric_limits<double>::infinity();
  /** Largest speed; infinity when unknown. */
  double velocity = std::numeric_limits<double>::infinity();
  /** Largest acceleration; infinity when unknown. */
  double acceleration = std::numeric_limits<double>::infinity();
  /** Largest torque or force; infinity when unknown. */
  double effort = std::numeric_limits<double>::infinity();
  /** Where it stands in a usual posture. */
  double posture = 0;
};

/** A gripper of a robot. */
struct Gripper
{
  /** Its name. */
  std::string name;
  /** Names of its joints. */
  std::vector<std::string> joints;
};

/** A robot. */
struct Robot
{
  /** Its key under `Robots:`. */
  std::string name;
  /** Name of its robot module. */
  std::string module;
  /** Mode in which its commands will be asked for. */
  ControlMode mode = ControlMode::POSITION;
  /** Its own period [s]. */
  double timeStep = 0;
  /** Joints, in the order that all joint vectors have. */
  std::vector<Joint> joints;
  /** Names of the IMUs. */
  std::vector<std::string> bodySensors;
  /** Names of the force sensors. */
  std::vector<std::string> forceSensors;
  /** Grippers. */
  std::vector<Gripper> grippers;

  /** Number of the joint with this name; the number of joints when there is none. */
  std::size_t indexOf(const std::string & joint) const noexcept
  {
    std::size_t index = 0;
    while(index < joints.size() && joints[index].name != joint) index++;
    return index;
  }
};

/** What a controller is created from. */
struct Setup
{
  /** `Timestep`: period of Controller::run() [s]. */
  double timeStep = 0;
  /** The robots, in the order of the file. */
  std::vector<Robot> robots;
  /** The whole configuration of the manager with its defaults filled in, as JSON, which is YAML too. */
  std::string configuration;

  /**
   * Everything from the configuration alone, as `uri manager` writes it: each entry of `Robots` with its module under
   * `robot_module`. Throws a ConfigurationError that names what is missing.
   */
  static Setup fromConfiguration(const std::string & text)
  {
    const auto whole = Configuration::parse(text);
    Setup setup;
    setup.configuration = text;
    setup.timeStep = whole.get("Timestep").number();
    const auto robots = whole.get("Robots");
    for(const auto & name : robots.keys()) setup.robots.push_back(robotFrom(name, robots.get(name), setup.timeStep));
    return setup;
  }

private:
  static Robot robotFrom(const std::string & name, const Configuration & entry, double timeStep)
  {
    const auto module = entry.get("robot_module");
    Robot robot;
    robot.name = name;
    robot.module = module.get("name").text();
    robot.timeStep = timeStep;
    if(entry.has("controller"))
    {
      const auto controller = entry.get("controller");
      const std::string mode = controller.textOr("mode", "position");
      if(mode == "velocity") robot.mode = ControlMode::VELOCITY;
      else if(mode == "torque") robot.mode = ControlMode::TORQUE;
      else if(mode != "position") controller.get("mode").fail("position, velocity or torque");
      robot.timeStep = controller.numberOr("time_step", timeStep);
    }
    for(const auto & joint : module.get("joints").list()) robot.joints.push_back(jointFrom(joint));
    if(module.has("posture"))
    {
      const auto posture = module.get("posture").numbers();
      const std::size_t count = std::min(posture.size(), robot.joints.size());
      for(std::size_t i = 0; i < count; i++) robot.joints[i].posture = posture[i];
    }
    robot.bodySensors = textsOf(module, "body_sensors");
    robot.forceSensors = textsOf(module, "force_sensors");
    if(module.has("grippers"))
    {
      const auto grippers = module.get("grippers");
      for(const auto & gripper : grippers.keys()) robot.grippers.push_back({gripper, textsOf(grippers, gripper)});
    }
    return robot;
  }

  static Joint jointFrom(const Configuration & from)
  {
    Joint joint;
    joint.name = from.get("name").text();
    joint.isPrismatic = from.textOr("type", "revolute") == "prismatic";
    joint.lower = from.numberOr("lower", joint.lower);
    joint.upper = from.numberOr("upper", joint.upper);
    joint.velocity = from.numberOr("velocity", joint.velocity);
    joint.acceleration = from.numberOr("acceleration", joint.acceleration);
    joint.effort = from.numberOr("effort", joint.effort);
    return joint;
  }

  static std::vector<std::string> textsOf(const Configuration & map, const std::string & key)
  {
    std::vector<std::string> all;
    if(!map.has(key)) return all;
    for(const auto & item : map.get(key).list()) all.push_back(item.text());
    return all;
  }
};

} // namespace robot_controller
