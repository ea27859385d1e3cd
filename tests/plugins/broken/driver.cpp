// Drivers as people get them wrong; each macro is one mistake. Without any it works.
//
//   NO_ABI              the export macro was forgotten
//   NO_CREATE, NO_DESTROY  a function is missing
//   CREATE_ARGUMENTS=3  the library says that its create() has so many parameters
//   UNRESOLVED          calls a function that is nowhere defined
//   NEEDS_HELPER        calls one of a library that is linked (helper.cpp)
//   NO_CLASSES          names no driver
//   MANY_CLASSES        names no end of them
//   THROWING_CLASSES    cannot name its drivers
//   HIDDEN              built with -fvisibility=hidden, and the functions are not marked
#include <robot_interface/RobotDriverTemplate.h>

#include <stdexcept>

#ifndef CLASS_NAME
#  define CLASS_NAME "RobotDriverBroken"
#endif

#ifdef UNRESOLVED
extern "C" int a_function_that_is_nowhere();
#endif
#ifdef NEEDS_HELPER
extern "C" int help();
#endif
#ifdef HIDDEN
#  define MARK
#else
#  define MARK ROBOT_DRIVER_DLLAPI
#endif

namespace
{

struct Broken : robot_interface::RobotDriver
{
  void sync() override {}
  std::vector<double> getActualQ() override
  {
    return {};
  }
  std::vector<double> getJointTorques() override
  {
    return {};
  }
  void servoJ(const std::vector<double> &) override {}
  void speedJ(const std::vector<double> &) override {}
  void tauJ(const std::vector<double> &) override {}
};

} // namespace

#ifndef NO_ABI
ROBOT_DRIVER_EXPORT_ABI_VERSION()
#endif

extern "C"
{

MARK void ROBOT_DRIVER_PLUGIN([[maybe_unused]] std::vector<std::string> & classes)
{
#ifdef THROWING_CLASSES
  throw std::runtime_error("no classes today");
#endif
#ifdef MANY_CLASSES
  for(int i = 0; i < 5000; i++) classes.push_back(CLASS_NAME + std::to_string(i));
#endif
#ifndef NO_CLASSES
  classes.push_back(CLASS_NAME);
#endif
}

#ifndef NO_CREATE
MARK robot_interface::RobotDriver * create(const std::string &,
                                           const std::string &,
                                           const uint16_t &,
                                           const std::string &,
                                           const std::vector<robot_interface::GripperInfo> &)
{
#  ifdef UNRESOLVED
  a_function_that_is_nowhere();
#  endif
#  ifdef NEEDS_HELPER
  help();
#  endif
  return new Broken();
}
#endif

#ifndef NO_DESTROY
MARK void destroy(robot_interface::RobotDriver * driver)
{
  delete driver;
}
#endif

#ifdef CREATE_ARGUMENTS
ROBOT_DRIVER_DLLAPI unsigned int create_args_required()
{
  return CREATE_ARGUMENTS;
}
#endif

}
