// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <RBDyn/MultiBody.h>
#include <mc_rbdyn/BodySensor.h>
#include <mc_rbdyn/ForceSensor.h>

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mc_rbdyn
{

struct RobotModule
{
  using bounds_t = std::vector<std::map<std::string, std::vector<double>>>;

  struct Gripper
  {
    Gripper(const std::string & name, const std::vector<std::string> & joints, bool reverse_limits)
    : name(name),
      joints(joints),
      reverse_limits(reverse_limits)
    {
    }

    std::string name;
    std::vector<std::string> joints;
    bool reverse_limits;
  };

  explicit RobotModule(const std::string & name) : name(name)
  {
  }

  const bounds_t & bounds() const
  {
    return _bounds;
  }

  const bounds_t & accelerationBounds() const
  {
    return _accelerationBounds;
  }

  const std::map<std::string, std::vector<double>> & stance() const
  {
    return _stance;
  }

  const std::vector<ForceSensor> & forceSensors() const
  {
    return _forceSensors;
  }

  const BodySensorVector & bodySensors() const
  {
    return _bodySensors;
  }

  const std::vector<Gripper> & grippers() const
  {
    return _grippers;
  }

  const std::vector<std::string> & ref_joint_order() const
  {
    return _ref_joint_order;
  }

  const std::array<double, 7> & default_attitude() const
  {
    return _default_attitude;
  }

  const std::vector<std::string> & parameters() const
  {
    return _parameters;
  }

  const std::vector<std::string> & canonicalParameters() const
  {
    return _canonicalParameters;
  }

  void make_default_ref_joint_order()
  {
    for(const auto & joint : mb.joints())
    {
      if(joint.dof() == 1) _ref_joint_order.push_back(joint.name());
    }
  }

  std::string name;
  rbd::MultiBody mb;
  bounds_t _bounds = bounds_t(6);
  bounds_t _accelerationBounds;
  std::map<std::string, std::vector<double>> _stance;
  std::vector<ForceSensor> _forceSensors;
  BodySensorVector _bodySensors;
  std::vector<Gripper> _grippers;
  std::vector<std::string> _ref_joint_order;
  std::array<double, 7> _default_attitude = {{1, 0, 0, 0, 0, 0, 0}};
  std::vector<std::string> _parameters;
  std::vector<std::string> _canonicalParameters;
};

using RobotModulePtr = std::shared_ptr<RobotModule>;

} // namespace mc_rbdyn
