/**
 * @file cxx_controller.h
 * The functions of uri_controller.h over a robot_controller::Controller. Used by the macros of export.h; hidden, so
 * that two libraries never share them. Included by Controller.h, behind the class.
 */
#pragma once

#include "../../uri_controller.h"
#include "../Setup.h"
#include "guard.h"
#include "setup_from.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace robot_controller
{

namespace detail __attribute__((visibility("hidden")))
{

/** The plugin functions of the library that this is part of, as the loader has found them there. */
struct CxxPlugin
{
  /** Of ROBOT_CONTROLLER_EXPORT: makes the controller from the setup. */
  Controller * (*make)(const Setup &) = nullptr;
  const char * (*name)() = nullptr;
  Controller * (*create)(const char *) = nullptr;
  void (*destroy)(Controller *) = nullptr;
};

/** A controller with what the C functions need beside it. */
class CxxController
{
public:
  CxxController(const CxxPlugin & plugin, Controller * controller, const Setup & setup)
  : plugin_(plugin), controller_(controller)
  {
    for(const auto & robot : setup.robots)
    {
      const std::vector<double> zeros(robot.joints.size(), 0.0);
      robots_.push_back({robot.name, robot.bodySensors, robot.forceSensors, zeros});
    }
  }

  CxxController(const CxxController &) = delete;
  CxxController & operator=(const CxxController &) = delete;

  ~CxxController()
  {
    std::string ignored;
    guard(ignored,
          [this]
          {
            if(plugin_.make != nullptr) delete controller_;
            else plugin_.destroy(controller_);
          });
  }

  double timeStep() noexcept
  {
    double step = std::numeric_limits<double>::quiet_NaN();
    call("timeStep()", [&] { step = controller_->timeStep(); });
    return step;
  }

  std::int32_t start() noexcept
  {
    return call("start()", [this] { controller_->start(); });
  }

  std::int32_t stop() noexcept
  {
    return call("stop()", [this] { controller_->stop(); });
  }

  std::int32_t isRunning() noexcept
  {
    bool running = false;
    const std::int32_t code = call("isRunning()", [&] { running = controller_->isRunning(); });
    return code < 0 ? code : running ? 1 : 0;
  }

  std::int32_t initializeRobots() noexcept
  {
    return call("initializeRobots()", [this] { controller_->initializeRobots(); });
  }

  std::int32_t run() noexcept
  {
    const std::int32_t code = call("run()", [this] { controller_->run(); });
    if(code < 0) return code;
    const std::int32_t running = isRunning();
    return running < 0 ? running : running > 0 ? URI_CONTROLLER_OK : URI_CONTROLLER_ENDED;
  }

  std::int32_t initializeRobot(std::uint32_t index, const double * q, std::uint32_t count) noexcept
  {
    if(index >= robots_.size()) return noRobot(index);
    auto & robot = robots_[index];
    return callOf("initializeRobot", robot.name, "",
                  [&]
                  {
                    robot.values.assign(q, q + count);
                    controller_->initializeRobot(robot.name, robot.values);
                  });
  }

  std::int32_t setState(std::uint32_t index, const uri_controller_state & state) noexcept
  {
    if(index >= robots_.size()) return noRobot(index);
    auto & robot = robots_[index];
    const std::size_t joints = robot.values.size();
    if(state.joint_count != joints) return wrongCount(robot.name, "joints", state.joint_count, joints);
    if(state.body_sensor_count != robot.bodySensors.size())
      return wrongCount(robot.name, "body sensors", state.body_sensor_count, robot.bodySensors.size());
    if(state.force_sensor_count != robot.forceSensors.size())
      return wrongCount(robot.name, "force sensors", state.force_sensor_count, robot.forceSensors.size());
    const char * what = "setEncoderValues";
    const std::string * sensor = nullptr;
    const bool done = guard(error_,
                            [&]
                            {
                              if((state.present & URI_CONTROLLER_HAS_POSITION) != 0)
                              {
                                robot.values.assign(state.position, state.position + joints);
                                controller_->setEncoderValues(robot.name, robot.values);
                              }
                              what = "setEncoderVelocities";
                              if((state.present & URI_CONTROLLER_HAS_VELOCITY) != 0)
                              {
                                robot.values.assign(state.velocity, state.velocity + joints);
                                controller_->setEncoderVelocities(robot.name, robot.values);
                              }
                              what = "setJointTorques";
                              if((state.present & URI_CONTROLLER_HAS_TORQUE) != 0)
                              {
                                robot.values.assign(state.torque, state.torque + joints);
                                controller_->setJointTorques(robot.name, robot.values);
                              }
                              what = "setBodySensor";
                              for(std::uint32_t i = 0; i < state.body_sensor_count; i++)
                              {
                                const uri_controller_imu & imu = state.body_sensors[i];
                                if(imu.present == 0) continue;
                                sensor = &robot.bodySensors[i];
                                controller_->setBodySensor(robot.name, *sensor, array<4>(imu.orientation),
                                                           array<3>(imu.angular_velocity),
                                                           array<3>(imu.linear_acceleration));
                              }
                              what = "setForceSensor";
                              for(std::uint32_t i = 0; i < state.force_sensor_count; i++)
                              {
                                const uri_controller_wrench & wrench = state.force_sensors[i];
                                if(wrench.present == 0) continue;
                                sensor = &robot.forceSensors[i];
                                controller_->setForceSensor(robot.name, *sensor, array<3>(wrench.force),
                                                            array<3>(wrench.torque));
                              }
                            });
    if(done) return URI_CONTROLLER_OK;
    explain(what, robot.name, sensor == nullptr ? "" : *sensor);
    return URI_CONTROLLER_ERROR;
  }

  std::int32_t command(std::uint32_t index, std::uint32_t mode, double * into, std::uint32_t count) noexcept
  {
    if(index >= robots_.size()) return noRobot(index);
    const auto & robot = robots_[index];
    return callOf("command", robot.name, "",
                  [&]
                  {
                    const std::vector<double> values = controller_->command(robot.name, static_cast<ControlMode>(mode));
                    if(values.size() != count)
                    {
                      throw std::length_error("it returned " + std::to_string(values.size()) + " values, wanted "
                                              + std::to_string(count) + ", one for each joint");
                    }
                    std::copy(values.begin(), values.end(), into);
                  });
  }

  const std::string & error() const noexcept
  {
    return error_;
  }

private:
  struct KnownRobot
  {
    std::string name;
    std::vector<std::string> bodySensors;
    std::vector<std::string> forceSensors;
    /** What is handed on; one value for each joint. */
    std::vector<double> values;
  };

  template<std::size_t N>
  static std::array<double, N> array(const double (&from)[N])
  {
    std::array<double, N> all;
    std::copy(from, from + N, all.begin());
    return all;
  }

  template<typename Work>
  std::int32_t call(const char * what, Work && work) noexcept
  {
    if(guard(error_, work)) return URI_CONTROLLER_OK;
    std::string ignored;
    guard(ignored, [&] { error_ = std::string(what) + ": " + error_; });
    return URI_CONTROLLER_ERROR;
  }

  template<typename Work>
  std::int32_t callOf(const char * what, const std::string & robot, const std::string & sensor, Work && work) noexcept
  {
    if(guard(error_, work)) return URI_CONTROLLER_OK;
    explain(what, robot, sensor);
    return URI_CONTROLLER_ERROR;
  }

  void explain(const char * what, const std::string & robot, const std::string & sensor) noexcept
  {
    std::string ignored;
    guard(ignored,
          [&]
          {
            const std::string of = sensor.empty() ? "" : ", '" + sensor + "'";
            error_ = std::string(what) + "('" + robot + "'" + of + "): " + error_;
          });
  }

  std::int32_t noRobot(std::uint32_t index) noexcept
  {
    guard(error_,
          [&]
          {
            error_ = "there is no robot with the number " + std::to_string(index) + ", wanted one below "
                     + std::to_string(robots_.size());
          });
    return URI_CONTROLLER_ERROR;
  }

  std::int32_t wrongCount(const std::string & robot, const char * what, std::size_t is, std::size_t wanted) noexcept
  {
    guard(error_,
          [&]
          {
            error_ = "set_state('" + robot + "'): it carries " + std::to_string(is) + " " + what + ", wanted "
                     + std::to_string(wanted);
          });
    return URI_CONTROLLER_ERROR;
  }

  const CxxPlugin & plugin_;
  Controller * controller_;
  std::string error_;
  std::vector<KnownRobot> robots_;
};

/** The controller behind a pointer of the C interface. */
inline CxxController & cxx(uri_controller * controller) noexcept
{
  return *reinterpret_cast<CxxController *>(controller);
}

/** `uri_controller_create`. */
inline std::int32_t createController(const CxxPlugin & plugin,
                              const uri_controller_setup * from,
                              uri_controller ** into,
                              char * error,
                              std::uint32_t errorSize) noexcept
{
  std::string text;
  *into = nullptr;
  const bool done = guard(text,
                          [&]
                          {
                            const Setup setup = setupFrom(*from);
                            Controller * made =
                                plugin.make != nullptr ? plugin.make(setup) : plugin.create(from->configuration);
                            if(made == nullptr)
                            {
                              text = "robot_controller_create() gave no cause; let its exceptions out, "
                                     "and they are shown here";
                              return;
                            }
                            *into = reinterpret_cast<uri_controller *>(new CxxController(plugin, made, setup));
                          });
  if(done && *into != nullptr) return URI_CONTROLLER_OK;
  copyText(text, error, errorSize);
  return URI_CONTROLLER_ERROR;
}

} // namespace detail

} // namespace robot_controller
