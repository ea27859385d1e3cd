/**
 * @file uri_driver.h
 * The driver of a robot as a plain C interface: what a shared library exports so that `uri interface` and `uri viewer` can load it. For C,
 * Rust, Zig, Go and whatever else can export C functions. In C++, <robot_interface/RobotDriverTemplate.h> makes these functions from a class.
 *
 * A library lies in <prefix>/lib/robot_interface, has the extension `.so`, and exports every function below that is not marked optional.
 * It may hold several drivers: each has a class name, by which `robot_interface.driver` of a configuration file asks for it.
 *
 * - Threads: all functions of one driver are called from one thread, one after the other. `uri_driver_abi_version` and
 *   `uri_driver_class_name` are called before any driver exists.
 * - Order: `uri_driver_create`; then, each cycle, `uri_driver_sync`, `uri_driver_read_state` and one of `uri_driver_servo_j`,
 *   `uri_driver_speed_j` and `uri_driver_tau_j`, that of the configured mode; at the end `uri_driver_destroy`.
 * - Who blocks: `uri_driver_create` may take its time; `uri_driver_sync` waits until the robot has a fresh state, and so paces the loop.
 *   Everything else must return at once, and should not allocate.
 * - Results: 0 (URI_DRIVER_OK), or a negative number: the call failed, and `uri_driver_last_error` tells why. After a failure the interface
 *   tries to hold the robot, logs the text and ends. Nothing may be thrown out of these functions, nothing may jump over them, and nothing may end
 *   the process (`exit`): the robot could not be held.
 * - Memory: the caller owns everything that it passes, for the time of the call only. Names that a driver returns stay valid and the same
 *   until it is destroyed.
 * - Texts are UTF-8 and end with a NUL.
 */
#ifndef URI_DRIVER_H
#define URI_DRIVER_H

#include <stdint.h>

/** Version of this interface; raised when a structure or a function changes in a way that older callers or drivers do not understand. */
#define URI_DRIVER_ABI_VERSION 1u

/** The call has done what it is for. */
#define URI_DRIVER_OK 0
/** The call failed; any other negative number says the same. */
#define URI_DRIVER_ERROR (-1)

/** Marks a function as exported, also where a project hides its symbols by default. */
#if defined(__GNUC__)
#  define URI_DRIVER_EXPORT __attribute__((visibility("default")))
#else
#  define URI_DRIVER_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** One running driver; what it consists of is its own business. */
typedef struct uri_driver uri_driver;

/** What the Commands of a robot carry. */
typedef enum uri_driver_mode
{
  /** Joint positions [rad]: `uri_driver_servo_j`. */
  URI_DRIVER_POSITION = 0,
  /** Joint velocities [rad/s]: `uri_driver_speed_j`. */
  URI_DRIVER_VELOCITY = 1,
  /** Joint torques [Nm]: `uri_driver_tau_j`. */
  URI_DRIVER_TORQUE = 2
} uri_driver_mode;

/** A gripper of the robot module. */
typedef struct uri_driver_gripper
{
  /** Its name. */
  const char * name;
  /** Names of its active joints. */
  const char * const * joints;
  /** Number of `joints`. */
  uint32_t joint_count;
  uint32_t reserved;
} uri_driver_gripper;

/** What a driver is created from. */
typedef struct uri_driver_config
{
  /** Size of this structure in bytes: a newer caller may append fields. */
  uint32_t struct_size;
  /** Mode of the Commands that will come, see uri_driver_mode. */
  uint32_t mode;
  /** Period of the robot, `controller.time_step` [ns]. */
  uint64_t period_ns;
  /** Class name that was asked for: one of those that `uri_driver_class_name` gives. */
  const char * class_name;
  /** Name of the robot, for messages. */
  const char * robot;
  /** `robot_interface.ip`. */
  const char * ip;
  /** `robot_interface.config_path`; "" when not given. */
  const char * config_path;
  /** `robot_interface.port`. */
  uint32_t port;
  /** Number of joints; 0 when the module of the robot is not known, as in `uri viewer` without one. */
  uint32_t joint_count;
  /** Joint names, in the order that all joint vectors have. */
  const char * const * joint_names;
  /** Number of `grippers`. */
  uint32_t gripper_count;
  /** Number of `imu_names`. */
  uint32_t imu_count;
  /** Grippers of the module. */
  const uri_driver_gripper * grippers;
  /** Body sensors of the module. */
  const char * const * imu_names;
  /** Force sensors of the module. */
  const char * const * force_sensor_names;
  /** Number of `force_sensor_names`. */
  uint32_t force_sensor_count;
  uint32_t reserved;
} uri_driver_config;

/** A reading of an inertial sensor, in the sensor's frame. */
typedef struct uri_driver_imu
{
  /** 1 when the other fields are of this cycle, 0 (as the caller sets it) when there is no reading. */
  uint32_t present;
  uint32_t reserved;
  /** Orientation of the sensor in the world, quaternion w, x, y, z. */
  double orientation[4];
  /** Angular velocity x, y, z [rad/s]. */
  double angular_velocity[3];
  /** Linear acceleration x, y, z [m/s²]. */
  double linear_acceleration[3];
} uri_driver_imu;

/** A reading of a force sensor, in the sensor's frame. */
typedef struct uri_driver_wrench
{
  /** 1 when the other fields are of this cycle, 0 (as the caller sets it) when there is no reading. */
  uint32_t present;
  uint32_t reserved;
  /** Force x, y, z [N]. */
  double force[3];
  /** Torque x, y, z [Nm]. */
  double torque[3];
} uri_driver_wrench;

/**
 * Where a driver writes the state of the last `uri_driver_sync`. The arrays belong to the caller and stay the same for the whole life of the
 * driver. The caller sets all counts and all `present` fields to 0 before each call.
 */
typedef struct uri_driver_state
{
  /** Size of this structure in bytes. */
  uint32_t struct_size;
  /** Room in `position`, `velocity` and `torque`. */
  uint32_t joint_capacity;
  /**
   * Number of positions that the robot has measured; 0: none yet, and nothing is published. A robot that has more than there is room for writes
   * no more than `joint_capacity` values, and the true number here. The same goes for the other counts.
   */
  uint32_t position_count;
  /** Number of velocities, 0 when the robot does not tell them. */
  uint32_t velocity_count;
  /** Number of torques, 0 when the robot does not tell them. */
  uint32_t torque_count;
  /** Room in `imus`. */
  uint32_t imu_capacity;
  /** Number of inertial sensors that the driver has; it may grow from cycle to cycle, an index never changes its meaning. */
  uint32_t imu_count;
  /** Room in `force_sensors`. */
  uint32_t force_sensor_capacity;
  /** Number of force sensors that the driver has; it may grow, too. */
  uint32_t force_sensor_count;
  uint32_t reserved;
  /** Joint positions [rad], in the order of the module. */
  double * position;
  /** Joint velocities [rad/s]. */
  double * velocity;
  /** Joint torques [Nm]. */
  double * torque;
  /** Inertial sensors, by the index of `uri_driver_imu_name`. */
  uri_driver_imu * imus;
  /** Force sensors, by the index of `uri_driver_force_sensor_name`. */
  uri_driver_wrench * force_sensors;
} uri_driver_state;

/** Version of this interface that the library was built with: URI_DRIVER_ABI_VERSION. */
URI_DRIVER_EXPORT uint32_t uri_driver_abi_version(void);

/** Class name of the driver with this number, counted from 0; NULL after the last. */
URI_DRIVER_EXPORT const char * uri_driver_class_name(uint32_t index);

/**
 * Creates a driver and connects it with its robot; may block. Returns URI_DRIVER_OK and sets `*driver`, or returns a negative number and writes
 * why to `error`, at most `error_size` bytes with the NUL.
 */
URI_DRIVER_EXPORT int32_t uri_driver_create(const uri_driver_config * config,
                                            uri_driver ** driver,
                                            char * error,
                                            uint32_t error_size);

/** Leaves the robot and frees the driver. */
URI_DRIVER_EXPORT void uri_driver_destroy(uri_driver * driver);

/** Waits until the robot has a fresh state: this paces the loop. */
URI_DRIVER_EXPORT int32_t uri_driver_sync(uri_driver * driver);

/** Writes the state of the last `uri_driver_sync`. */
URI_DRIVER_EXPORT int32_t uri_driver_read_state(uri_driver * driver, uri_driver_state * state);

/** Sends joint positions [rad]. */
URI_DRIVER_EXPORT int32_t uri_driver_servo_j(uri_driver * driver, const double * q, uint32_t count);

/** Sends joint velocities [rad/s]. */
URI_DRIVER_EXPORT int32_t uri_driver_speed_j(uri_driver * driver, const double * qd, uint32_t count);

/** Sends joint torques [Nm]. */
URI_DRIVER_EXPORT int32_t uri_driver_tau_j(uri_driver * driver, const double * tau, uint32_t count);

/** Name of the inertial sensor with this number, that of a body sensor of the module; NULL after the last. Optional: a driver without any. */
URI_DRIVER_EXPORT const char * uri_driver_imu_name(uri_driver * driver, uint32_t index);

/** Name of the force sensor with this number, that of a force sensor of the module; NULL after the last. Optional: a driver without any. */
URI_DRIVER_EXPORT const char * uri_driver_force_sensor_name(uri_driver * driver, uint32_t index);

/** Writes the text of the last failure to `text`, at most `size` bytes with the NUL; returns its length in bytes without the NUL. */
URI_DRIVER_EXPORT uint32_t uri_driver_last_error(uri_driver * driver, char * text, uint32_t size);

#ifdef __cplusplus
}
#endif

#endif
