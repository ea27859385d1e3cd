/**
 * @file export.h
 * The macros by which a library exports its controller. To be written once each, in a source file of the library,
 * outside of any namespace.
 */
#pragma once

#include "cxx_controller.h"

/**
 * Exports `CLASS` as the controller `NAME` (a text): robot_controller_backend_name(), robot_controller_create() and
 * robot_controller_destroy(), and the functions of uri_controller.h. The class is constructible from `const
 * robot_controller::Setup &`, or from the text of the configuration (`const std::string &`); what its constructor
 * throws is shown as the cause.
 */
#define ROBOT_CONTROLLER_EXPORT(NAME, CLASS)                                                                           \
  extern "C" {                                                                                                         \
  URI_CONTROLLER_EXPORT const char * robot_controller_backend_name() { return NAME; }                                  \
  URI_CONTROLLER_EXPORT robot_controller::Controller * robot_controller_create(const char * config_yaml)               \
  {                                                                                                                    \
    robot_controller::Controller * made = nullptr;                                                                     \
    std::string ignored;                                                                                               \
    robot_controller::detail::guard(ignored, [&] {                                                                     \
      made = robot_controller::detail::makeController<CLASS>(                                                          \
          robot_controller::Setup::fromConfiguration(config_yaml));                                                    \
    });                                                                                                                \
    return made;                                                                                                       \
  }                                                                                                                    \
  URI_CONTROLLER_EXPORT void robot_controller_destroy(robot_controller::Controller * controller)                       \
  {                                                                                                                    \
    delete controller;                                                                                                 \
  }                                                                                                                    \
  }                                                                                                                    \
  ROBOT_CONTROLLER_EXPORT_FUNCTIONS_(&robot_controller::detail::makeController<CLASS>)

/**
 * Exports the functions of uri_controller.h over the library's own robot_controller_backend_name(),
 * robot_controller_create() and robot_controller_destroy(). An exception may leave robot_controller_create(): it is
 * caught and shown as the cause.
 */
#define ROBOT_CONTROLLER_EXPORT_FLAT() ROBOT_CONTROLLER_EXPORT_FUNCTIONS_(nullptr)

/**
 * Exports `uri_controller_robot_module` over `FUNCTION`, `std::string FUNCTION(const std::string & name)`: a robot
 * module that this controller knows by its name, in the YAML form of docs/robot_modules.md; "" when it knows none of
 * that name. What it throws is shown as the reason.
 */
#define ROBOT_CONTROLLER_EXPORT_ROBOT_MODULE(FUNCTION)                                                                 \
  extern "C" int32_t uri_controller_robot_module(const char * name, char * text, uint32_t size)                        \
  {                                                                                                                    \
    return robot_controller::detail::robotModule(FUNCTION, name, text, size);                                          \
  }

/**
 * Exports `uri_controller_configure_modules` over `FUNCTION`, `void FUNCTION(const std::string & configuration)`, which
 * is called with the user's configuration, in JSON, before a robot module is asked for. What it throws is shown as the
 * reason why there is none.
 */
#define ROBOT_CONTROLLER_EXPORT_CONFIGURE_MODULES(FUNCTION)                                                            \
  extern "C" int32_t uri_controller_configure_modules(const char * configuration, char * text, uint32_t size)          \
  {                                                                                                                    \
    return robot_controller::detail::configureModules(FUNCTION, configuration, text, size);                            \
  }

// clang-format off
#define ROBOT_CONTROLLER_EXPORT_FUNCTIONS_(MAKE)                                                                       \
  namespace                                                                                                            \
  {                                                                                                                    \
  robot_controller::detail::CxxPlugin uriControllerPlugin{MAKE, nullptr, nullptr, nullptr};                            \
  }                                                                                                                    \
  extern "C" {                                                                                                         \
  URI_CONTROLLER_EXPORT void uri_controller_cxx_bind(void * name, void * createFunction, void * destroyFunction)       \
  {                                                                                                                    \
    auto & plugin = uriControllerPlugin;                                                                               \
    plugin.name = reinterpret_cast<decltype(plugin.name)>(name);                                                       \
    plugin.create = reinterpret_cast<decltype(plugin.create)>(createFunction);                                         \
    plugin.destroy = reinterpret_cast<decltype(plugin.destroy)>(destroyFunction);                                      \
  }                                                                                                                    \
  uint32_t uri_controller_abi_version(void) { return URI_CONTROLLER_ABI_VERSION; }                                     \
  const char * uri_controller_backend_name(void)                                                                       \
  {                                                                                                                    \
    return uriControllerPlugin.name == nullptr ? "" : uriControllerPlugin.name();                                      \
  }                                                                                                                    \
  int32_t uri_controller_create(const uri_controller_setup * setup, uri_controller ** controller, char * error,        \
      uint32_t error_size)                                                                                             \
  {                                                                                                                    \
    return robot_controller::detail::createController(                                   \
        uriControllerPlugin, setup, controller, error, error_size);                                                    \
  }                                                                                                                    \
  void uri_controller_destroy(uri_controller * controller) { delete &robot_controller::detail::cxx(controller); }      \
  double uri_controller_time_step(uri_controller * controller)                                                         \
  {                                                                                                                    \
    return robot_controller::detail::cxx(controller).timeStep();                                                       \
  }                                                                                                                    \
  int32_t uri_controller_start(uri_controller * controller)                                                            \
  {                                                                                                                    \
    return robot_controller::detail::cxx(controller).start();                                                          \
  }                                                                                                                    \
  int32_t uri_controller_stop(uri_controller * controller)                                                             \
  {                                                                                                                    \
    return robot_controller::detail::cxx(controller).stop();                                                           \
  }                                                                                                                    \
  int32_t uri_controller_is_running(uri_controller * controller)                                                       \
  {                                                                                                                    \
    return robot_controller::detail::cxx(controller).isRunning();                                                      \
  }                                                                                                                    \
  int32_t uri_controller_initialize_robots(uri_controller * controller)                                                \
  {                                                                                                                    \
    return robot_controller::detail::cxx(controller).initializeRobots();                                               \
  }                                                                                                                    \
  int32_t uri_controller_initialize_robot(uri_controller * controller, uint32_t robot, const double * q,               \
      uint32_t count)                                                                                                  \
  {                                                                                                                    \
    return robot_controller::detail::cxx(controller).initializeRobot(robot, q, count);                                 \
  }                                                                                                                    \
  int32_t uri_controller_set_state(uri_controller * controller, uint32_t robot, const uri_controller_state * state)    \
  {                                                                                                                    \
    return robot_controller::detail::cxx(controller).setState(robot, *state);                                          \
  }                                                                                                                    \
  int32_t uri_controller_run(uri_controller * controller) { return robot_controller::detail::cxx(controller).run(); }  \
  int32_t uri_controller_command(uri_controller * controller, uint32_t robot, uint32_t mode, double * into,            \
      uint32_t count)                                                                                                  \
  {                                                                                                                    \
    return robot_controller::detail::cxx(controller).command(robot, mode, into, count);                                \
  }                                                                                                                    \
  uint32_t uri_controller_last_error(uri_controller * controller, char * text, uint32_t size)                          \
  {                                                                                                                    \
    return robot_controller::detail::copyText(robot_controller::detail::cxx(controller).error(), text, size);          \
  }                                                                                                                    \
  }
// clang-format on
