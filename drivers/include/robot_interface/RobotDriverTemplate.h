/**
 * @file RobotDriverTemplate.h
 * The whole contract between `uri` and a robot, in C++: derive from robot_interface::RobotDriver, export the plugin functions, install the
 * library to <prefix>/lib/robot_interface.
 *
 * @code
 * class RobotDriverMine : public robot_interface::RobotDriver { ... };
 *
 * ROBOT_DRIVER_EXPORT_ABI_VERSION()
 *
 * extern "C" {
 * void ROBOT_DRIVER_PLUGIN(std::vector<std::string> & classes) { classes.push_back("RobotDriverMine"); }
 *
 * robot_interface::RobotDriver * create(const std::string & name, const std::string & ip, const uint16_t & port,
 *                                       const std::string & config_path,
 *                                       const std::vector<robot_interface::GripperInfo> & grippers)
 * { return new RobotDriverMine(ip, port); }
 *
 * void destroy(robot_interface::RobotDriver * driver) { delete driver; }
 * }
 * @endcode
 */
#pragma once

#include "driver/GripperInfo.h"
#include "driver/IMUData.h"
#include "driver/WrenchData.h"
#include "driver/api.h"

#include "../uri_driver.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * Version of the class RobotDriver and of the signature of create(): to be raised with every change of a virtual function of it. A library that
 * was built with another version is refused.
 */
#define ROBOT_DRIVER_ABI_VERSION 3

// The earlier name of the same.
#define MC_ROBOT_DRIVER_ABI_VERSION ROBOT_DRIVER_ABI_VERSION

namespace robot_interface
{

/**
 * A robot. All functions are called from one thread. What is thrown is caught: the interface then tries to hold the robot, logs the text of the
 * exception, and ends.
 *
 * Joint vectors have the order of the robot module's reference joints, and one value for each of them.
 */
struct RobotDriver
{
  virtual ~RobotDriver() = default;

  /** Blocks until fresh state is available: this paces the loop. Called once a cycle, first. */
  virtual void sync() = 0;

  /** For a driver's own use; `uri` does not call it. */
  virtual void setDataRead() {}

  /** Joint positions [rad]. Empty: no state yet, and nothing is published or commanded. */
  virtual std::vector<double> getActualQ() = 0;

  /** Joint velocities [rad/s]. Empty: the robot does not tell them. */
  virtual std::vector<double> getActualQd()
  {
    return {};
  }

  /** Joint torques [Nm]. Empty: the robot does not tell them. */
  virtual std::vector<double> getJointTorques() = 0;

  /** Sends joint positions [rad]; called in position mode. */
  virtual void servoJ(const std::vector<double> & q) = 0;

  /** Sends joint velocities [rad/s]; called in velocity mode. */
  virtual void speedJ(const std::vector<double> & qd) = 0;

  /** Sends joint torques [Nm]; called in torque mode. */
  virtual void tauJ(const std::vector<double> & tau) = 0;

  /** Inertial sensors by the names of the module's body sensors; one without a reading is left out. */
  virtual IMUMap getIMUs()
  {
    return {};
  }

  /** Force sensors by the names of the module's; one without a reading is left out. */
  virtual WrenchMap getForceSensors()
  {
    return {};
  }
};

/** A shared driver. */
using RobotDriverPtr = std::shared_ptr<RobotDriver>;

/** The functions of uri_driver.h over a RobotDriver. Used by the macro below; hidden, so that two libraries never share them. */
namespace detail __attribute__((visibility("hidden")))
{

/** The plugin functions of the library that this is part of, as the loader has found them there. */
struct CxxPlugin
{
  void (*classes)(std::vector<std::string> &) = nullptr;
  RobotDriver * (*create)(const std::string &,
                          const std::string &,
                          const std::uint16_t &,
                          const std::string &,
                          const std::vector<GripperInfo> &) = nullptr;
  void (*destroy)(RobotDriver *) = nullptr;
  /** Class names; of the library, read once. */
  std::vector<std::string> names;
};

/** Copies a text to a buffer of the caller, cut where it does not fit; returns its full length. */
inline std::uint32_t copyText(const std::string & text, char * into, std::uint32_t size) noexcept
{
  if(into != nullptr && size > 0)
  {
    const std::size_t length = std::min<std::size_t>(text.size(), size - 1);
    std::memcpy(into, text.data(), length);
    into[length] = '\0';
  }
  return static_cast<std::uint32_t>(text.size());
}

/** Runs `work`, and makes a text of whatever it throws: false then. */
template<typename Work>
bool guard(std::string & error, Work && work) noexcept
{
  try
  {
    try
    {
      work();
      return true;
    }
    catch(const std::exception & thrown)
    {
      error = thrown.what();
    }
    catch(const std::string & thrown)
    {
      error = thrown;
    }
    catch(const char * thrown)
    {
      error = thrown;
    }
    catch(...)
    {
      error = "an exception that is no std::exception";
    }
    if(error.empty()) error = "an exception without a text";
  }
  catch(...)
  {
    // No memory for the text.
  }
  return false;
}

/** A driver with what the C functions need beside it. */
class CxxDriver
{
public:
  CxxDriver(CxxPlugin & plugin, RobotDriver * driver, const uri_driver_config & config)
  : plugin_(plugin), driver_(driver)
  {
    for(std::uint32_t i = 0; i < config.imu_count; i++) imus_.emplace_back(config.imu_names[i]);
    for(std::uint32_t i = 0; i < config.force_sensor_count; i++) forceSensors_.emplace_back(config.force_sensor_names[i]);
    command_.reserve(config.joint_count);
  }

  CxxDriver(const CxxDriver &) = delete;
  CxxDriver & operator=(const CxxDriver &) = delete;

  ~CxxDriver()
  {
    std::string ignored;
    guard(ignored, [this] { plugin_.destroy(driver_); });
  }

  std::int32_t sync() noexcept
  {
    return result(guard(error_, [this] { driver_->sync(); }));
  }

  std::int32_t read(uri_driver_state & into) noexcept
  {
    const char * call = "getActualQ()";
    const bool done = guard(error_,
                            [&]
                            {
                              into.position_count = copyJoints(driver_->getActualQ(), into.position, into.joint_capacity);
                              call = "getActualQd()";
                              into.velocity_count = copyJoints(driver_->getActualQd(), into.velocity, into.joint_capacity);
                              call = "getJointTorques()";
                              into.torque_count = copyJoints(driver_->getJointTorques(), into.torque, into.joint_capacity);
                              call = "getIMUs()";
                              readImus(into);
                              call = "getForceSensors()";
                              readForceSensors(into);
                            });
    if(!done) guard(error_, [&] { error_ = std::string(call) + ": " + error_; });
    return result(done);
  }

  std::int32_t send(void (RobotDriver::*call)(const std::vector<double> &), const double * values, std::uint32_t count) noexcept
  {
    return result(guard(error_,
                        [&]
                        {
                          command_.assign(values, values + count);
                          (driver_->*call)(command_);
                        }));
  }

  const char * imuName(std::uint32_t index) const noexcept
  {
    return index < imus_.size() ? imus_[index].c_str() : nullptr;
  }

  const char * forceSensorName(std::uint32_t index) const noexcept
  {
    return index < forceSensors_.size() ? forceSensors_[index].c_str() : nullptr;
  }

  const std::string & error() const noexcept
  {
    return error_;
  }

private:
  static std::int32_t result(bool done) noexcept
  {
    return done ? URI_DRIVER_OK : URI_DRIVER_ERROR;
  }

  static std::uint32_t copyJoints(const std::vector<double> & values, double * into, std::uint32_t capacity)
  {
    std::copy_n(values.begin(), std::min<std::size_t>(values.size(), capacity), into);
    return static_cast<std::uint32_t>(values.size());
  }

  /**
   * Index of a sensor, which it keeps for the life of the driver; one that is new is given the next. Names that go on changing are not kept for ever: beyond
   * what a caller may want to tell of, there is no place, and the index is that of none.
   */
  static std::size_t indexOf(const std::string & name, std::vector<std::string> & names, std::size_t capacity)
  {
    const auto found = std::find(names.begin(), names.end(), name);
    if(found != names.end()) return static_cast<std::size_t>(found - names.begin());
    if(names.size() >= 2 * capacity) return names.size();
    names.push_back(name);
    return names.size() - 1;
  }

  void readImus(uri_driver_state & into)
  {
    for(const auto & [name, data] : driver_->getIMUs())
    {
      const std::size_t index = indexOf(name, imus_, into.imu_capacity);
      if(index >= into.imu_capacity) continue;
      uri_driver_imu & imu = into.imus[index];
      imu.present = 1;
      std::copy(data.orientation.begin(), data.orientation.end(), imu.orientation);
      std::copy(data.angularVelocity.begin(), data.angularVelocity.end(), imu.angular_velocity);
      std::copy(data.linearAcceleration.begin(), data.linearAcceleration.end(), imu.linear_acceleration);
    }
    into.imu_count = static_cast<std::uint32_t>(imus_.size());
  }

  void readForceSensors(uri_driver_state & into)
  {
    for(const auto & [name, data] : driver_->getForceSensors())
    {
      const std::size_t index = indexOf(name, forceSensors_, into.force_sensor_capacity);
      if(index >= into.force_sensor_capacity) continue;
      uri_driver_wrench & sensor = into.force_sensors[index];
      sensor.present = 1;
      std::copy(data.force.begin(), data.force.end(), sensor.force);
      std::copy(data.torque.begin(), data.torque.end(), sensor.torque);
    }
    into.force_sensor_count = static_cast<std::uint32_t>(forceSensors_.size());
  }

  CxxPlugin & plugin_;
  RobotDriver * driver_;
  std::string error_;
  std::vector<double> command_;
  std::vector<std::string> imus_;
  std::vector<std::string> forceSensors_;
};

inline CxxDriver & cxx(uri_driver * driver) noexcept
{
  return *reinterpret_cast<CxxDriver *>(driver);
}

inline const char * className(CxxPlugin & plugin, std::uint32_t index) noexcept
{
  std::string ignored;
  if(plugin.names.empty() && plugin.classes != nullptr) guard(ignored, [&] { plugin.classes(plugin.names); });
  return index < plugin.names.size() ? plugin.names[index].c_str() : nullptr;
}

inline std::int32_t createDriver(CxxPlugin & plugin,
                                 const uri_driver_config * config,
                                 uri_driver ** driver,
                                 char * error,
                                 std::uint32_t errorSize) noexcept
{
  std::string text;
  *driver = nullptr;
  const bool done =
      guard(text,
            [&]
            {
              std::vector<GripperInfo> grippers;
              for(std::uint32_t i = 0; i < config->gripper_count; i++)
              {
                const uri_driver_gripper & gripper = config->grippers[i];
                grippers.push_back({gripper.name, {gripper.joints, gripper.joints + gripper.joint_count}});
              }
              const std::uint16_t port = static_cast<std::uint16_t>(config->port);
              RobotDriver * made = plugin.create(config->class_name, config->ip, port, config->config_path, grippers);
              if(made == nullptr)
              {
                text = "create() returned a null pointer";
                return;
              }
              *driver = reinterpret_cast<uri_driver *>(new CxxDriver(plugin, made, *config));
            });
  if(done && *driver != nullptr) return URI_DRIVER_OK;
  copyText(text, error, errorSize);
  return URI_DRIVER_ERROR;
}

} // namespace detail

} // namespace robot_interface

namespace mc_robot_interface
{

// The earlier name of the namespace.
using robot_interface::RobotDriver;
using robot_interface::RobotDriverPtr;

} // namespace mc_robot_interface

/**
 * To be written once, in a source file of the library: exports the ABI version, and the functions by which `uri` calls the driver. It declares
 * create(), so that one with other parameters is an error of the compiler: the loader could not tell.
 */
#define ROBOT_DRIVER_EXPORT_ABI_VERSION() ROBOT_DRIVER_EXPORT_(robot_driver_abi_version)

// The earlier name of the same, which exports the earlier symbol.
#define MC_ROBOT_DRIVER_EXPORT_ABI_VERSION() ROBOT_DRIVER_EXPORT_(mc_robot_driver_abi_version)

// clang-format off
#define ROBOT_DRIVER_EXPORT_(VERSION_SYMBOL)                                                                            \
  namespace                                                                                                            \
  {                                                                                                                    \
  robot_interface::detail::CxxPlugin uriDriverPlugin;                                                                  \
  }                                                                                                                    \
  extern "C" {                                                                                                         \
  /* create() has five parameters: name, ip, port, config_path, grippers. */                                           \
  robot_interface::RobotDriver * create(const std::string & name, const std::string & ip, const std::uint16_t & port,   \
      const std::string & config_path, const std::vector<robot_interface::GripperInfo> & grippers);                    \
  ROBOT_DRIVER_DLLEXPORT unsigned int VERSION_SYMBOL();                                                                 \
  ROBOT_DRIVER_DLLEXPORT unsigned int VERSION_SYMBOL() { return ROBOT_DRIVER_ABI_VERSION; }                             \
  ROBOT_DRIVER_DLLEXPORT void uri_driver_cxx_bind(void * classes, void * createFunction, void * destroyFunction);       \
  ROBOT_DRIVER_DLLEXPORT void uri_driver_cxx_bind(void * classes, void * createFunction, void * destroyFunction)       \
  {                                                                                                                    \
    auto & plugin = uriDriverPlugin;                                                                                   \
    plugin.classes = reinterpret_cast<decltype(plugin.classes)>(classes);                                              \
    plugin.create = reinterpret_cast<decltype(plugin.create)>(createFunction);                                         \
    plugin.destroy = reinterpret_cast<decltype(plugin.destroy)>(destroyFunction);                                      \
  }                                                                                                                    \
  uint32_t uri_driver_abi_version(void) { return URI_DRIVER_ABI_VERSION; }                                              \
  const char * uri_driver_class_name(uint32_t index)                                                                   \
  {                                                                                                                    \
    return robot_interface::detail::className(uriDriverPlugin, index);                                                 \
  }                                                                                                                    \
  int32_t uri_driver_create(const uri_driver_config * config, uri_driver ** driver, char * error, uint32_t error_size)  \
  {                                                                                                                    \
    return robot_interface::detail::createDriver(uriDriverPlugin, config, driver, error, error_size);                  \
  }                                                                                                                    \
  void uri_driver_destroy(uri_driver * driver) { delete &robot_interface::detail::cxx(driver); }                        \
  int32_t uri_driver_sync(uri_driver * driver) { return robot_interface::detail::cxx(driver).sync(); }                  \
  int32_t uri_driver_read_state(uri_driver * driver, uri_driver_state * state)                                         \
  {                                                                                                                    \
    return robot_interface::detail::cxx(driver).read(*state);                                                          \
  }                                                                                                                    \
  int32_t uri_driver_servo_j(uri_driver * driver, const double * q, uint32_t count)                                    \
  {                                                                                                                    \
    return robot_interface::detail::cxx(driver).send(&robot_interface::RobotDriver::servoJ, q, count);                 \
  }                                                                                                                    \
  int32_t uri_driver_speed_j(uri_driver * driver, const double * qd, uint32_t count)                                   \
  {                                                                                                                    \
    return robot_interface::detail::cxx(driver).send(&robot_interface::RobotDriver::speedJ, qd, count);                \
  }                                                                                                                    \
  int32_t uri_driver_tau_j(uri_driver * driver, const double * tau, uint32_t count)                                    \
  {                                                                                                                    \
    return robot_interface::detail::cxx(driver).send(&robot_interface::RobotDriver::tauJ, tau, count);                 \
  }                                                                                                                    \
  const char * uri_driver_imu_name(uri_driver * driver, uint32_t index)                                                \
  {                                                                                                                    \
    return robot_interface::detail::cxx(driver).imuName(index);                                                        \
  }                                                                                                                    \
  const char * uri_driver_force_sensor_name(uri_driver * driver, uint32_t index)                                       \
  {                                                                                                                    \
    return robot_interface::detail::cxx(driver).forceSensorName(index);                                                \
  }                                                                                                                    \
  uint32_t uri_driver_last_error(uri_driver * driver, char * text, uint32_t size)                                      \
  {                                                                                                                    \
    return robot_interface::detail::copyText(robot_interface::detail::cxx(driver).error(), text, size);                \
  }                                                                                                                    \
  }
// clang-format on
