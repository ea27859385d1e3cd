// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <mc_rbdyn/Robot.h>

#include <string>
#include <vector>

namespace mc_control
{

/** Moves its joints, in the output robot alone, to a target at 1 rad/s. */
struct Gripper
{
  Gripper(const mc_rbdyn::Robot & robot, const std::vector<std::string> & jointNames);

  /** It stands where these encoder values, in the reference joint order, are. */
  void reset(const std::vector<double> & currentQ);
  void setTargetQ(const std::vector<double> & targetQ);
  void run(double timeStep, mc_rbdyn::Robot & robot, mc_rbdyn::Robot & real);

private:
  /** Of each joint: its number in the reference joint order. */
  std::vector<std::size_t> order_;
  std::vector<double> q_;
  std::vector<double> target_;
};

} // namespace mc_control
