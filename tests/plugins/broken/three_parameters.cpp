// The create() of early drivers, with three parameters: the compiler must tell.
#include <robot_interface/RobotDriverTemplate.h>

ROBOT_DRIVER_EXPORT_ABI_VERSION()

extern "C" ROBOT_DRIVER_DLLAPI robot_interface::RobotDriver * create(const std::string &, const std::string &, const uint16_t &)
{
  return nullptr;
}
