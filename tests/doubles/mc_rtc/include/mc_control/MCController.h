// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <mc_control/generic_gripper.h>
#include <mc_rbdyn/Robots.h>
#include <mc_rtc/Configuration.h>

#include <string>
#include <vector>

namespace mc_control
{

struct ControllerResetData
{
  std::vector<std::vector<double>> q;
};

struct MCController
{
  /** Loads the main robot, env/ground, and those under `robots` of the configuration. */
  MCController(const mc_rbdyn::RobotModulePtr & robot, double dt, const mc_rtc::Configuration & config);
  virtual ~MCController() = default;

  virtual bool run() = 0;
  virtual void reset(const ControllerResetData & reset_data) = 0;

  mc_rbdyn::Robots & robots() noexcept
  {
    return robots_;
  }

  const mc_rbdyn::Robots & robots() const noexcept
  {
    return robots_;
  }

  mc_rbdyn::Robots & realRobots() noexcept
  {
    return realRobots_;
  }

  const mc_rbdyn::Robots & realRobots() const noexcept
  {
    return realRobots_;
  }

  mc_rbdyn::Robots & outputRobots() noexcept
  {
    return outputRobots_;
  }

  const mc_rbdyn::Robots & outputRobots() const noexcept
  {
    return outputRobots_;
  }

  mc_rbdyn::Robot & robot() noexcept
  {
    return robots_.robot();
  }

  const mc_rbdyn::Robot & robot() const noexcept
  {
    return robots_.robot();
  }

  const double timeStep;

protected:
  mc_rtc::Configuration config_;

private:
  void loadRobot(const mc_rbdyn::RobotModulePtr & module, const std::string & name, bool isReal);

  mc_rbdyn::Robots robots_;
  mc_rbdyn::Robots realRobots_;
  mc_rbdyn::Robots outputRobots_;
};

} // namespace mc_control
