// What the library exports: the controller, and mc_rtc's robot modules.
#include "ControllerMcRtc.h"
#include "describeRobotModule.h"

ROBOT_CONTROLLER_EXPORT("mc_rtc", robot_controller::ControllerMcRtc)
ROBOT_CONTROLLER_EXPORT_CONFIGURE_MODULES(robot_controller::configureRobotModules)
ROBOT_CONTROLLER_EXPORT_ROBOT_MODULE(robot_controller::describeRobotModule)
