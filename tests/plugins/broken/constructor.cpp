// A library that does something as soon as it is opened, before anybody calls it: -DACTION=… says what.
#include <robot_interface/RobotDriverTemplate.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace
{

struct AtOnce
{
  AtOnce()
  {
    std::fprintf(stderr, "licence not found\n");
    ACTION;
  }
} atOnce;

} // namespace

ROBOT_DRIVER_EXPORT_ABI_VERSION()

extern "C"
{

void ROBOT_DRIVER_PLUGIN(std::vector<std::string> & classes)
{
  classes.push_back("RobotDriverAtOnce");
}

robot_interface::RobotDriver * create(const std::string &,
                                      const std::string &,
                                      const uint16_t &,
                                      const std::string &,
                                      const std::vector<robot_interface::GripperInfo> &)
{
  return nullptr;
}

void destroy(robot_interface::RobotDriver * driver)
{
  delete driver;
}

}
