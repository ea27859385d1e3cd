/**
 * @file uri_controller.h
 * A controller as a plain C interface: what a shared library exports so that `uri manager` can run it under
 * `Controller: <name>`. For C, Rust, Zig, Go and whatever else can export C functions. In C++,
 * <robot_controller/Controller.h> makes these functions from a class.
 *
 * The library is <prefix>/lib/robot_controller/librobot_controller_<name>.so, and exports every function below that is
 * not marked optional.
 *
 * - Threads: all functions of one controller are called from one thread, one after the other.
 *   `uri_controller_abi_version`, `uri_controller_backend_name`, `uri_controller_configure_modules` and
 *   `uri_controller_robot_module` are called before any controller exists, maybe from another thread.
 * - Order: `uri_controller_create`; `uri_controller_initialize_robots` and `uri_controller_start`; then in the loop,
 *   for every robot, `uri_controller_set_state`, with its first State `uri_controller_initialize_robot`; once all
 *   robots are initialised, every period `uri_controller_run` and then `uri_controller_command` for each robot, as
 *   often as the robot wants one; at the end `uri_controller_stop` and `uri_controller_destroy`. A robot may be
 *   initialised again, when it was held meanwhile: it starts over from where it stands.
 * - Who blocks: `uri_controller_configure_modules`, `uri_controller_robot_module`, `uri_controller_create`,
 *   `uri_controller_initialize_robots` and `uri_controller_start` may take their time. Everything else must return at
 *   once, and should not allocate: it stands in the control loop.
 * - Results: 0 (URI_CONTROLLER_OK), or a negative number: the call failed, and `uri_controller_last_error` tells why. A
 *   failure ends the manager, with that text; one of `uri_controller_initialize_robot` leaves the robot out until its
 *   next State. Nothing may be thrown out of these functions, nothing may jump over them, and nothing may end the
 *   process (`exit`): nobody could tell why the robots are held.
 * - Robots, joints and sensors go by their index in the arrays of uri_controller_setup. Joint vectors have one value
 *   for each joint.
 * - Memory: the caller owns everything that it passes, for the time of the call only.
 * - Texts are UTF-8 and end with a NUL.
 */
#ifndef URI_CONTROLLER_H
#define URI_CONTROLLER_H

#include <stdint.h>

/**
 * Version of this interface; raised when a structure or a function changes in a way that older callers or controllers
 * do not understand.
 */
#define URI_CONTROLLER_ABI_VERSION 1u

/** The call has done what it is for. */
#define URI_CONTROLLER_OK 0
/** Of `uri_controller_run`: done, and the controller wants to stop by itself. */
#define URI_CONTROLLER_ENDED 1
/** The call failed; any other negative number says the same. */
#define URI_CONTROLLER_ERROR (-1)

/** In `present` of uri_controller_state: `position` is new. */
#define URI_CONTROLLER_HAS_POSITION 1u
/** In `present` of uri_controller_state: `velocity` is new. */
#define URI_CONTROLLER_HAS_VELOCITY 2u
/** In `present` of uri_controller_state: `torque` is new. */
#define URI_CONTROLLER_HAS_TORQUE 4u

/** Marks a function as exported, also where a project hides its symbols by default. */
#if defined(__GNUC__)
#  define URI_CONTROLLER_EXPORT __attribute__((visibility("default")))
#else
#  define URI_CONTROLLER_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** One running controller; what it consists of is its own business. */
typedef struct uri_controller uri_controller;

/** What the commands of a robot are. */
typedef enum uri_controller_mode
{
  /** Joint positions [rad, or m for a prismatic joint]. */
  URI_CONTROLLER_POSITION = 0,
  /** Joint velocities [rad/s or m/s]. */
  URI_CONTROLLER_VELOCITY = 1,
  /** Joint torques [Nm], or forces [N]. */
  URI_CONTROLLER_TORQUE = 2
} uri_controller_mode;

/** A gripper of a robot. */
typedef struct uri_controller_gripper
{
  /** Its name. */
  const char * name;
  /** Names of its joints, all of them joints of the robot. */
  const char * const * joints;
  /** Number of `joints`. */
  uint32_t joint_count;
  uint32_t reserved;
} uri_controller_gripper;

/** One robot. All arrays over its joints have `joint_count` values, in the order of the robot module. */
typedef struct uri_controller_robot
{
  /** Size of this structure in bytes: a newer caller may append fields. */
  uint32_t struct_size;
  /** Mode in which its commands will be asked for, see uri_controller_mode. */
  uint32_t mode;
  /** Its key under `Robots:`. */
  const char * name;
  /** Name of its robot module. */
  const char * module;
  /** Its own period, `controller.time_step` [ns]. */
  uint64_t period_ns;
  /** Number of joints. */
  uint32_t joint_count;
  /** Number of `body_sensor_names`. */
  uint32_t body_sensor_count;
  /** Number of `force_sensor_names`. */
  uint32_t force_sensor_count;
  /** Number of `grippers`. */
  uint32_t gripper_count;
  /** Joint names. */
  const char * const * joint_names;
  /** 1 for a prismatic joint [m, m/s, N], 0 for a revolute one [rad, rad/s, Nm]. */
  const uint8_t * joint_is_prismatic;
  /** Lower position limits; minus infinity where there is none. */
  const double * lower;
  /** Upper position limits; infinity where there is none. */
  const double * upper;
  /** Largest speeds; infinity where unknown. */
  const double * velocity;
  /** Largest accelerations; infinity where unknown. */
  const double * acceleration;
  /** Largest torques or forces; infinity where unknown. */
  const double * effort;
  /** A usual posture. */
  const double * posture;
  /** Names of the IMUs. */
  const char * const * body_sensor_names;
  /** Names of the force sensors. */
  const char * const * force_sensor_names;
  /** Grippers. */
  const uri_controller_gripper * grippers;
} uri_controller_robot;

/** What a controller is created from. */
typedef struct uri_controller_setup
{
  /** Size of this structure in bytes: a newer caller may append fields. */
  uint32_t struct_size;
  /** Number of `robots`. */
  uint32_t robot_count;
  /** `Timestep`: period of `uri_controller_run` [ns]. */
  uint64_t time_step_ns;
  /**
   * The whole configuration file of the manager with its defaults filled in, each entry of `Robots` complete and with
   * its module under `robot_module`. It is JSON, which is YAML too. The controller's own section is in it as the user
   * has written it.
   */
  const char * configuration;
  /** The robots, in the order of the file. */
  const uri_controller_robot * const * robots;
} uri_controller_setup;

/** A reading of an IMU, in the sensor's frame. */
typedef struct uri_controller_imu
{
  /** 1 when the other fields are new, 0 when there is no reading. */
  uint32_t present;
  uint32_t reserved;
  /** Orientation of the sensor in the world, quaternion w, x, y, z. */
  double orientation[4];
  /** Angular velocity x, y, z [rad/s]. */
  double angular_velocity[3];
  /** Linear acceleration x, y, z [m/s²]. */
  double linear_acceleration[3];
} uri_controller_imu;

/** A reading of a force sensor, in the sensor's frame. */
typedef struct uri_controller_wrench
{
  /** 1 when the other fields are new, 0 when there is no reading. */
  uint32_t present;
  uint32_t reserved;
  /** Force x, y, z [N]. */
  double force[3];
  /** Torque x, y, z [Nm]. */
  double torque[3];
} uri_controller_wrench;

/**
 * What a robot has measured since the last call: what is not marked as present has not come, and keeps its last value.
 */
typedef struct uri_controller_state
{
  /** Size of this structure in bytes. */
  uint32_t struct_size;
  /** Which of the joint vectors are new: a sum of URI_CONTROLLER_HAS_…. */
  uint32_t present;
  /** Number of values of each joint vector. */
  uint32_t joint_count;
  /** Number of `body_sensors`. */
  uint32_t body_sensor_count;
  /** Number of `force_sensors`. */
  uint32_t force_sensor_count;
  uint32_t reserved;
  /** Joint positions [rad or m]. */
  const double * position;
  /** Joint velocities [rad/s or m/s]. */
  const double * velocity;
  /** Joint torques [Nm], or forces [N]. */
  const double * torque;
  /** IMUs. */
  const uri_controller_imu * body_sensors;
  /** Force sensors. */
  const uri_controller_wrench * force_sensors;
} uri_controller_state;

/** Version of this interface that the library was built with: URI_CONTROLLER_ABI_VERSION. */
URI_CONTROLLER_EXPORT uint32_t uri_controller_abi_version(void);

/** Name of the controller, the `<name>` of the library's file name. */
URI_CONTROLLER_EXPORT const char * uri_controller_backend_name(void);

/**
 * Creates the controller; may block. Returns URI_CONTROLLER_OK and sets `*controller`, or returns a negative number and
 * writes why to `error`, at most `error_size` bytes with the NUL.
 */
URI_CONTROLLER_EXPORT int32_t uri_controller_create(const uri_controller_setup * setup,
                                                    uri_controller ** controller,
                                                    char * error,
                                                    uint32_t error_size);

/** Frees the controller. */
URI_CONTROLLER_EXPORT void uri_controller_destroy(uri_controller * controller);

/**
 * Period at which the controller wants `uri_controller_run` [s]; it must be that of the setup. NaN when the call failed.
 */
URI_CONTROLLER_EXPORT double uri_controller_time_step(uri_controller * controller);

/** Prepares for `uri_controller_run`; may block. */
URI_CONTROLLER_EXPORT int32_t uri_controller_start(uri_controller * controller);

/** Ends the controller. */
URI_CONTROLLER_EXPORT int32_t uri_controller_stop(uri_controller * controller);

/**
 * 1 between `uri_controller_start` and `uri_controller_stop`, unless the controller has stopped by itself; 0 otherwise,
 * and a negative number when that cannot be told.
 */
URI_CONTROLLER_EXPORT int32_t uri_controller_is_running(uri_controller * controller);

/** All robots of the run are known; may block. */
URI_CONTROLLER_EXPORT int32_t uri_controller_initialize_robots(uri_controller * controller);

/** A robot stands at `q` [rad or m], `count` values. A negative result refuses it until its next State. */
URI_CONTROLLER_EXPORT int32_t uri_controller_initialize_robot(uri_controller * controller,
                                                              uint32_t robot,
                                                              const double * q,
                                                              uint32_t count);

/** Takes what a robot has measured. */
URI_CONTROLLER_EXPORT int32_t uri_controller_set_state(uri_controller * controller,
                                                       uint32_t robot,
                                                       const uri_controller_state * state);

/** One control step. Returns URI_CONTROLLER_OK, URI_CONTROLLER_ENDED when it was the last one, or a negative number. */
URI_CONTROLLER_EXPORT int32_t uri_controller_run(uri_controller * controller);

/**
 * Writes the command of a robot in a mode (see uri_controller_mode) to `into`, exactly `count` values. They are NaN
 * before: while one is left out, or is not finite, the robot is sent nothing, and is held.
 */
URI_CONTROLLER_EXPORT int32_t uri_controller_command(uri_controller * controller,
                                                     uint32_t robot,
                                                     uint32_t mode,
                                                     double * into,
                                                     uint32_t count);

/**
 * Writes the text of the last failure to `text`, at most `size` bytes with the NUL; returns its length in bytes without
 * the NUL.
 */
URI_CONTROLLER_EXPORT uint32_t uri_controller_last_error(uri_controller * controller, char * text, uint32_t size);

/**
 * Optional: describes a robot module that the controller knows by its name (`Robots.<name>.module`), in the YAML form
 * of docs/robot_modules.md. Its description wins over one that `uri` has under the same name; files are not asked for.
 * Writes at most `size` bytes with the NUL to `text`, and returns the length of the whole in bytes without the NUL:
 * with more than there is room for, it is called again. Returns 0 when there is no such module, and a negative number,
 * with why in `text`, when it cannot be described.
 */
URI_CONTROLLER_EXPORT int32_t uri_controller_robot_module(const char * name, char * text, uint32_t size);

/**
 * Optional: takes the manager's configuration before `uri_controller_robot_module` is asked, for a controller whose
 * modules depend on it: as the user has written it, unchecked, in JSON. A negative result, with why in `text`, says
 * that no module can be described.
 */
URI_CONTROLLER_EXPORT int32_t uri_controller_configure_modules(const char * configuration, char * text, uint32_t size);

#ifdef __cplusplus
}
#endif

#endif
