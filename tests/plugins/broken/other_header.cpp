// A driver that was built against another header than ours: it has the four functions of a plugin and nothing else. ABI: the version of that
// header; OLD_NAMES: the earlier names of the functions; CLASS_NAME: its class.
#include <cstdint>
#include <string>
#include <vector>

namespace elsewhere
{

struct GripperInfo
{
  std::string name;
  std::vector<std::string> joints;
};

struct RobotDriver
{
  virtual ~RobotDriver() = default;
  virtual void sync() {}
};

} // namespace elsewhere

#ifdef OLD_NAMES
#  define CLASSES MC_RTC_ROBOT_DRIVER
#  define VERSION mc_robot_driver_abi_version
#else
#  define CLASSES ROBOT_DRIVER_PLUGIN
#  define VERSION robot_driver_abi_version
#endif
#ifndef CLASS_NAME
#  define CLASS_NAME "RobotDriverElsewhere"
#endif

extern "C"
{

unsigned int VERSION()
{
  return ABI;
}

void CLASSES(std::vector<std::string> & classes)
{
  classes.push_back(CLASS_NAME);
  classes.push_back("Short");
}

elsewhere::RobotDriver * create(const std::string &,
                                const std::string &,
                                const uint16_t &,
                                const std::string &,
                                const std::vector<elsewhere::GripperInfo> &)
{
  return new elsewhere::RobotDriver();
}

void destroy(elsewhere::RobotDriver * driver)
{
  delete driver;
}

}
