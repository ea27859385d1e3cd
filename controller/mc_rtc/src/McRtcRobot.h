/**
 * @file McRtcRobot.h
 * One robot of mc_rtc, as uri drives it.
 */
#pragma once

#include <robot_controller/Controller.h>

#include <mc_control/mc_global_controller.h>

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace robot_controller
{

/**
 * A robot of `uri` with the robot of mc_rtc that is the same one: hands on what it has measured, and reads its
 * commands.
 *
 * Nothing is allocated by the setters once they were called, nor by place(); what does not fit throws a
 * std::invalid_argument with a text for the user. The robots of mc_rtc are looked up at each call, since mc_rtc's
 * controllers each have their own, and may be switched while they run.
 */
class McRtcRobot
{
public:
  /**
   * `described`: the robot as uri knows it. `name`: that of the same robot in mc_rtc. Throws when the two do not fit:
   * other joints, a joint that mc_rtc does not move, or a sensor that it does not have.
   */
  McRtcRobot(mc_control::MCGlobalController & global, const Robot & described, const std::string & name);

  /** Key under `Robots:`. */
  const std::string & key() const noexcept
  {
    return key_;
  }

  /** Name in mc_rtc. */
  const std::string & name() const noexcept
  {
    return name_;
  }

  /** Whether place() was called. */
  bool isPlaced() const noexcept
  {
    return !placedAt_.empty();
  }

  /** What place() was called with last [rad or m]. */
  const std::vector<double> & placedAt() const noexcept
  {
    return placedAt_;
  }

  /** The robot stands at `q` [rad or m]: its models in mc_rtc are put there, at rest. */
  void place(const std::vector<double> & q);

  /** The grippers go on from where they stood at place(). */
  void resetGrippers();

  /** Measured joint positions [rad or m]. */
  void setEncoderValues(const std::vector<double> & values);

  /** Measured joint velocities [rad/s or m/s]. */
  void setEncoderVelocities(const std::vector<double> & values);

  /** Measured joint torques or forces [Nm or N]. */
  void setJointTorques(const std::vector<double> & values);

  /** Reading of an IMU, see Controller::setBodySensor. */
  void setBodySensor(const std::string & sensor,
                     const std::array<double, 4> & orientation,
                     const std::array<double, 3> & angularVelocity,
                     const std::array<double, 3> & linearAcceleration);

  /** Reading of a force sensor, see Controller::setForceSensor. */
  void setForceSensor(const std::string & sensor,
                      const std::array<double, 3> & force,
                      const std::array<double, 3> & torque);

  /** What mc_rtc commands, one value for each joint. */
  std::vector<double> command(ControlMode mode);

private:
  /** Where the command of a joint stands. */
  struct JointSource
  {
    /** In the output robot, not in the control robot. */
    bool isOutput;
    /** Number of the joint in that robot. */
    std::size_t joint;
  };

  /** The reading of an IMU in the form that mc_rtc takes, made once. */
  struct BodySensor
  {
    mc_control::MCGlobalController::QuaternionMap orientation;
    std::map<std::string, Eigen::Vector3d> angularVelocity;
    std::map<std::string, Eigen::Vector3d> linearAcceleration;
  };

  /** The same of a force sensor. */
  using ForceSensor = std::map<std::string, sva::ForceVecd>;

  void checkJoints(const Robot & described) const;
  void checkSensors(const Robot & described);
  void findSources();
  void checkSize(const std::vector<double> & values, const char * what) const;
  void followController();

  mc_control::MCGlobalController & global_;
  /** The controller of mc_rtc to which sources_ belong. */
  const mc_control::MCController * controller_ = nullptr;
  std::string key_;
  std::string name_;
  std::vector<JointSource> sources_;
  std::vector<double> placedAt_;
  std::map<std::string, BodySensor> bodySensors_;
  std::map<std::string, ForceSensor> forceSensors_;
};

} // namespace robot_controller
