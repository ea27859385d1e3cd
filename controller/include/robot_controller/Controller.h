/**
 * @file Controller.h
 * The whole contract between `uri manager` and a controller, in C++: derive from robot_controller::Controller, export
 * the plugin functions, install the library as <prefix>/lib/robot_controller/librobot_controller_<name>.so, and name it
 * with `Controller: <name>`.
 *
 * @code
 * class MyController : public robot_controller::Controller
 * {
 * public:
 *   explicit MyController(const robot_controller::Setup & setup);   // or (const std::string & configuration)
 *   ...
 * };
 *
 * ROBOT_CONTROLLER_EXPORT("my_controller", MyController)
 * @endcode
 */
#pragma once

#include "Configuration.h"
#include "ControlMode.h"
#include "Setup.h"

#include <array>
#include <string>
#include <vector>

namespace robot_controller
{

/**
 * A control framework, as `uri manager` runs it. All functions are called from one thread. Robots go by their key under
 * `Robots:`, and joint vectors have the order of the robot module's reference joints, and one value for each of them.
 *
 * What is thrown is caught: the manager logs the text of the exception and ends; what initializeRobot() throws leaves
 * the robot out until its next State.
 */
class Controller
{
public:
  virtual ~Controller() = default;

  /** Runs one control step. Must return within the period; should not allocate or wait. */
  virtual void run() = 0;

  /**
   * Whether the controller is running: false before start(), after stop(), and once it wants to stop by itself, which
   * ends the manager.
   */
  virtual bool isRunning() const = 0;

  /** Starts running. */
  virtual void start() = 0;

  /** Stops running. */
  virtual void stop() = 0;

  /** Control period [s]: that of `Timestep`. */
  virtual double timeStep() const = 0;

  /** Sets the measured joint positions [rad] of `robot`. */
  virtual void setEncoderValues(const std::string & robot, const std::vector<double> & values) = 0;

  /** Sets the measured joint velocities [rad/s] of `robot`. Not called for a robot that does not tell them. */
  virtual void setEncoderVelocities(const std::string & robot, const std::vector<double> & values) = 0;

  /** Sets the measured joint torques [Nm] of `robot`. Not called for a robot that does not tell them. */
  virtual void setJointTorques(const std::string & robot, const std::vector<double> & values) = 0;

  /**
   * The robot stands at these joint positions [rad]. Called when its first State arrives; and again after the robot was
   * held, when it starts over from where it stands.
   */
  virtual void initializeRobot(const std::string & robotName, const std::vector<double> & encoderValues) = 0;

  /** All robots are known. Called once, before the control loop starts. */
  virtual void initializeRobots() = 0;

  /** Sets an IMU's reading: quaternion w, x, y, z; angular velocity [rad/s]; linear acceleration [m/s²]. */
  virtual void setBodySensor(const std::string & robot,
                             const std::string & sensorName,
                             const std::array<double, 4> & orientation,
                             const std::array<double, 3> & angularVelocity,
                             const std::array<double, 3> & linearAcceleration) = 0;

  /** Sets a force sensor's reading, in the sensor's frame: force [N] and torque [Nm]. */
  virtual void setForceSensor(const std::string & robot,
                              const std::string & sensorName,
                              const std::array<double, 3> & force,
                              const std::array<double, 3> & torque) = 0;

  /** The latest command of `robot` in a mode: one value for each joint. */
  virtual std::vector<double> command(const std::string & robot, ControlMode mode) const = 0;
};

} // namespace robot_controller

#include "detail/export.h"
