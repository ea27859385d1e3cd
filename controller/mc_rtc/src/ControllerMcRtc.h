/**
 * @file ControllerMcRtc.h
 * mc_rtc as a controller of uri.
 */
#pragma once

#include "McRtcRobot.h"

#include <robot_controller/Controller.h>

#include <mc_control/mc_global_controller.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace robot_controller
{

/**
 * Runs mc_rtc's MCGlobalController: `Controller: mc_rtc`.
 *
 * - mc_rtc reads the configuration of `uri manager` after its own system and user files, as it does with a file on its
 * command line: MainRobot, Enabled, Timestep, observers and everything else mean what they do there.
 * - A robot is put into mc_rtc's models when its first State comes. With the first step mc_rtc is initialised with the
 * main robot's joints: by then it knows every robot that is there, and their sensors, so that its controller starts
 * with all of them where they stand. The attitude of a floating base is mc_rtc's business (InitAttitudeFromSensor, or
 * the default of the robot module). A robot that does not answer stays at its module's stance; without the main robot
 * there is no start.
 * - A robot that is initialised again was held meanwhile: its models are put where it stands, at rest. The controller
 * of mc_rtc goes on, and is not reset.
 */
class ControllerMcRtc : public Controller
{
public:
  /** Creates mc_rtc's controller. Throws what mc_rtc throws, and a std::invalid_argument when its robots are not those
   * of `setup`. */
  explicit ControllerMcRtc(const Setup & setup);

  void run() override;
  bool isRunning() const override;
  void start() override;
  void stop() override;
  double timeStep() const override;
  void setEncoderValues(const std::string & robot, const std::vector<double> & values) override;
  void setEncoderVelocities(const std::string & robot, const std::vector<double> & values) override;
  void setJointTorques(const std::string & robot, const std::vector<double> & values) override;
  void initializeRobot(const std::string & robotName, const std::vector<double> & encoderValues) override;
  void initializeRobots() override;
  void setBodySensor(const std::string & robot,
                     const std::string & sensorName,
                     const std::array<double, 4> & orientation,
                     const std::array<double, 3> & angularVelocity,
                     const std::array<double, 3> & linearAcceleration) override;
  void setForceSensor(const std::string & robot,
                      const std::string & sensorName,
                      const std::array<double, 3> & force,
                      const std::array<double, 3> & torque) override;
  std::vector<double> command(const std::string & robot, ControlMode mode) const override;

private:
  McRtcRobot & find(const std::string & key) const;
  void initializeController();

  std::unique_ptr<mc_control::MCGlobalController> global_;
  std::vector<std::unique_ptr<McRtcRobot>> robots_;
  bool isStarted_ = false;
  bool isInitialized_ = false;
};

} // namespace robot_controller
