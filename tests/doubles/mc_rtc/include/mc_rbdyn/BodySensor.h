// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <string>
#include <vector>

namespace mc_rbdyn
{

struct BodySensor
{
  EIGEN_MAKE_ALIGNED_OPERATOR_NEW

  explicit BodySensor(const std::string & name) : name_(name)
  {
  }

  const std::string & name() const
  {
    return name_;
  }

  const Eigen::Quaterniond & orientation() const
  {
    return orientation_;
  }

  void orientation(const Eigen::Quaterniond & orientation)
  {
    orientation_ = orientation;
  }

  const Eigen::Vector3d & angularVelocity() const
  {
    return angularVelocity_;
  }

  void angularVelocity(const Eigen::Vector3d & velocity)
  {
    angularVelocity_ = velocity;
  }

  const Eigen::Vector3d & linearAcceleration() const
  {
    return linearAcceleration_;
  }

  void linearAcceleration(const Eigen::Vector3d & acceleration)
  {
    linearAcceleration_ = acceleration;
  }

private:
  std::string name_;
  Eigen::Quaterniond orientation_ = Eigen::Quaterniond::Identity();
  Eigen::Vector3d angularVelocity_ = Eigen::Vector3d::Zero();
  Eigen::Vector3d linearAcceleration_ = Eigen::Vector3d::Zero();
};

using BodySensorVector = std::vector<BodySensor, Eigen::aligned_allocator<BodySensor>>;

} // namespace mc_rbdyn
