// Test double of mc_rtc, not mc_rtc: see ../README.md.
#pragma once

#include <mc_control/MCController.h>

#include <map>
#include <string>
#include <vector>

/** The only controller: what it does stands under `Double:` of the configuration, see DoubleController.cpp. */
class DoubleController : public mc_control::MCController
{
public:
  DoubleController(const std::string & name,
                   const mc_rbdyn::RobotModulePtr & robot,
                   double dt,
                   const mc_rtc::Configuration & config);

  void reset(const mc_control::ControllerResetData & reset_data) override;
  bool run() override;

  /** Name of the controller to switch to with this step; "" otherwise. */
  std::string wanted() const;

private:
  void move(mc_rbdyn::Robot & robot, const std::vector<double> & target);
  void record() const;

  std::string name_;
  mc_rtc::Configuration options_;
  double step_ = 0;
  double speed_ = 1;
  double throwAt_ = 0;
  double endAt_ = 0;
  double switchAt_ = 0;
  double recordAt_ = 0;
  std::string recordTo_;
  std::map<std::string, std::vector<double>> targets_;
  /** q of every control robot at reset(). */
  std::map<std::string, std::vector<double>> atReset_;
  int resets_ = 0;
};
