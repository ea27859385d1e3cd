// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <mc_rbdyn/BodySensor.h>
#include <mc_rbdyn/ForceSensor.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mc_control
{

struct Gripper;
using GripperPtr = std::shared_ptr<Gripper>;
using GripperRef = std::reference_wrapper<Gripper>;

} // namespace mc_control

namespace mc_rbdyn
{

/** What the models of one robot (control, real, output) have in common. */
struct RobotData
{
  std::vector<std::string> refJointOrder;
  std::vector<double> encoderValues;
  std::vector<double> encoderVelocities;
  std::vector<double> jointTorques;
  std::vector<ForceSensor> forceSensors;
  std::map<std::string, std::size_t> forceSensorsIndex;
  BodySensorVector bodySensors;
  std::map<std::string, std::size_t> bodySensorsIndex;
  std::vector<mc_control::GripperPtr> grippers;
  std::vector<mc_control::GripperRef> grippersRef;
};

using RobotDataPtr = std::shared_ptr<RobotData>;

} // namespace mc_rbdyn
