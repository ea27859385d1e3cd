// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <mc_control/MCController.h>

#include <Eigen/StdVector>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mc_control
{

struct MCGlobalController
{
  using QuaternionMapAllocator = Eigen::aligned_allocator<std::pair<const std::string, Eigen::Quaterniond>>;
  using QuaternionMap = std::map<std::string, Eigen::Quaterniond, std::less<std::string>, QuaternionMapAllocator>;

  MCGlobalController(const std::string & conf = "", mc_rbdyn::RobotModulePtr rm = nullptr);
  MCGlobalController(const MCGlobalController &) = delete;
  MCGlobalController & operator=(const MCGlobalController &) = delete;

  std::string current_controller() const
  {
    return current_;
  }

  void init(const std::vector<double> & initq);

  /** Each throws a std::runtime_error for an unknown robot, and a std::out_of_range for an unknown sensor. */
  void setSensorOrientations(const std::string & robotName, const QuaternionMap & oris);
  void setSensorAngularVelocities(const std::string & robotName,
                                  const std::map<std::string, Eigen::Vector3d> & angularVels);
  void setSensorLinearAccelerations(const std::string & robotName,
                                    const std::map<std::string, Eigen::Vector3d> & accels);
  void setEncoderValues(const std::string & robotName, const std::vector<double> & eValues);
  void setEncoderVelocities(const std::string & robotName, const std::vector<double> & eVelocities);
  void setJointTorques(const std::string & robotName, const std::vector<double> & tValues);
  void setWrenches(const std::string & robotName, const std::map<std::string, sva::ForceVecd> & wrenches);

  bool run();

  MCController & controller()
  {
    return *controller_;
  }

  const MCController & controller() const
  {
    return *controller_;
  }

  double timestep() const
  {
    return timestep_;
  }

  /** Switches with the next run(). */
  bool EnableController(const std::string & name);

  bool running = false;

private:
  void initEncoders(mc_rbdyn::Robot & robot, const std::vector<double> & initq);
  void convert();

  double timestep_ = 0.002;
  mc_rtc::Configuration config_;
  std::map<std::string, std::shared_ptr<MCController>> controllers_;
  std::string current_;
  std::string nextName_;
  MCController * controller_ = nullptr;
  MCController * next_ = nullptr;
};

} // namespace mc_control
