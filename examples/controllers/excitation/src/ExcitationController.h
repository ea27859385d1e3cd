// Moves chosen joints by sums of sines about where the robot stands, for the identification of its friction, its masses
// or its latency.
#pragma once

#include <robot_controller/Controller.h>

#include "Motion.h"
#include "Recorder.h"

#include <map>
#include <string>
#include <vector>

namespace excitation
{

/**
 * The controller `excitation`. Its section of the configuration:
 *
 * Excitation:
 *   duration: 20            # of the motion [s]
 *   fade: 2                 # at both ends of it [s]
 *   record: /tmp/arm.csv    # optional: commanded and measured values of every period
 *   robots:
 *     ur5e:
 *       elbow_joint: [{amplitude: 0.2, frequency: 0.25, phase: 0}]
 *
 * Joints and robots that are not named stay where they are. A motion that goes beyond what the robot's module allows is
 * refused before it begins: by its velocity and acceleration when the controller is made, by its range when the robot
 * is there. When all motions are done, the controller ends, and with it the manager.
 */
class ExcitationController : public robot_controller::Controller
{
public:
  explicit ExcitationController(const robot_controller::Setup & setup);

  void run() override;
  bool isRunning() const override;
  void start() override;
  void stop() override;
  double timeStep() const override;
  void setEncoderValues(const std::string & robot, const std::vector<double> & values) override;
  void setEncoderVelocities(const std::string & robot, const std::vector<double> & values) override;
  void setJointTorques(const std::string & robot, const std::vector<double> & values) override;
  void initializeRobot(const std::string & robot, const std::vector<double> & q) override;
  void initializeRobots() override;
  void setBodySensor(const std::string & robot,
                     const std::string & sensor,
                     const std::array<double, 4> & orientation,
                     const std::array<double, 3> & angularVelocity,
                     const std::array<double, 3> & linearAcceleration) override;
  void setForceSensor(const std::string & robot,
                      const std::string & sensor,
                      const std::array<double, 3> & force,
                      const std::array<double, 3> & torque) override;
  std::vector<double> command(const std::string & robot, robot_controller::ControlMode mode) const override;

private:
  /** A joint that moves. */
  struct MovingJoint
  {
    std::size_t index;
    Motion motion;
  };

  struct MovedRobot
  {
    robot_controller::Robot description;
    std::vector<MovingJoint> moving;
    Recorder recorder;
    /** True once it is known where the robot stands. */
    bool isKnown = false;
    /** Periods since it began to move. */
    std::size_t periods = 0;
    /** Where it stood. */
    std::vector<double> origin;
    std::vector<double> position;
    std::vector<double> velocity;
    /** Last measured values; NaN where the robot does not tell them. */
    std::vector<double> measured[3];
  };

  MovedRobot prepare(const robot_controller::Robot & robot, const robot_controller::Configuration & section) const;
  Motion motionOf(const robot_controller::Robot & robot,
                  std::size_t joint,
                  const robot_controller::Configuration & sines) const;
  void step(MovedRobot & robot) const;

  double timeStep_;
  double duration_ = 0;
  double fade_ = 0;
  bool isRunning_ = false;
  std::map<std::string, MovedRobot> robots_;
};

} // namespace excitation
