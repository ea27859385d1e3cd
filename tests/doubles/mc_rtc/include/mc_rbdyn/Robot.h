// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <RBDyn/MultiBodyConfig.h>
#include <mc_rbdyn/RobotData.h>
#include <mc_rbdyn/RobotModule.h>

#include <string>
#include <vector>

namespace mc_rbdyn
{

struct Robot
{
  Robot(const std::string & name, const RobotModule & module, const RobotDataPtr & data);
  Robot(const Robot &) = delete;
  Robot & operator=(const Robot &) = delete;

  const std::string & name() const
  {
    return name_;
  }

  const RobotModule & module() const
  {
    return module_;
  }

  bool hasBodySensor(const std::string & name) const noexcept
  {
    return data_->bodySensorsIndex.count(name) != 0;
  }

  const BodySensorVector & bodySensors() const noexcept
  {
    return data_->bodySensors;
  }

  bool hasForceSensor(const std::string & name) const noexcept
  {
    return data_->forceSensorsIndex.count(name) != 0;
  }

  const std::vector<ForceSensor> & forceSensors() const noexcept
  {
    return data_->forceSensors;
  }

  const std::vector<double> & encoderValues() const noexcept
  {
    return data_->encoderValues;
  }

  const std::vector<double> & encoderVelocities() const noexcept
  {
    return data_->encoderVelocities;
  }

  const std::vector<double> & jointTorques() const noexcept
  {
    return data_->jointTorques;
  }

  const std::vector<std::string> & refJointOrder() const
  {
    return data_->refJointOrder;
  }

  /** Throws a std::out_of_range. */
  int jointIndexInMBC(std::size_t jointIndex) const;

  const rbd::MultiBody & mb() const
  {
    return module_.mb;
  }

  rbd::MultiBodyConfig & mbc()
  {
    return mbc_;
  }

  const rbd::MultiBodyConfig & mbc() const
  {
    return mbc_;
  }

  /** Double only: counts. */
  void forwardKinematics()
  {
    kinematics++;
  }

  /** Double only: counts. */
  void forwardVelocity()
  {
    velocities++;
  }

  const std::vector<mc_control::GripperRef> & grippers() const noexcept
  {
    return data_->grippersRef;
  }

  const RobotDataPtr data() const noexcept
  {
    return data_;
  }

  /** Double only: calls of forwardKinematics(). */
  int kinematics = 0;
  /** Double only: calls of forwardVelocity(). */
  int velocities = 0;

private:
  std::string name_;
  RobotModule module_;
  RobotDataPtr data_;
  rbd::MultiBodyConfig mbc_;
};

} // namespace mc_rbdyn
