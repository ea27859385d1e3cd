// A library that defines the three symbols itself. What is left out, or goes wrong, is chosen by a macro at compile
// time.
#include <robot_controller/Controller.h>

#include <cstdlib>
#include <stdexcept>

namespace
{

/** Holds nothing: its commands are zeros. */
class Zeros : public robot_controller::Controller
{
public:
  explicit Zeros(const std::string & configuration)
  : setup_(robot_controller::Setup::fromConfiguration(configuration))
  {
  }

  void run() override {}

  bool isRunning() const override
  {
    return isRunning_;
  }

  void start() override
  {
    isRunning_ = true;
  }

  void stop() override
  {
    isRunning_ = false;
  }

  double timeStep() const override
  {
    return setup_.timeStep;
  }

  void setEncoderValues(const std::string &, const std::vector<double> &) override {}
  void setEncoderVelocities(const std::string &, const std::vector<double> &) override {}
  void setJointTorques(const std::string &, const std::vector<double> &) override {}
  void initializeRobot(const std::string &, const std::vector<double> &) override {}
  void initializeRobots() override {}

  void setBodySensor(const std::string &,
                     const std::string &,
                     const std::array<double, 4> &,
                     const std::array<double, 3> &,
                     const std::array<double, 3> &) override
  {
  }

  void setForceSensor(const std::string &,
                      const std::string &,
                      const std::array<double, 3> &,
                      const std::array<double, 3> &) override
  {
  }

  std::vector<double> command(const std::string & robot, robot_controller::ControlMode) const override
  {
    for(const auto & known : setup_.robots)
      if(known.name == robot) return std::vector<double>(known.joints.size(), 0.0);
    throw std::out_of_range("no robot of that name");
  }

private:
  robot_controller::Setup setup_;
  bool isRunning_ = false;
};

} // namespace

#ifdef HIDDEN // as -fvisibility=hidden does it
#  pragma GCC visibility push(hidden)
#endif

extern "C" {

#ifndef WITHOUT_NAME
const char * robot_controller_backend_name()
{
#  ifdef NULL_NAME
  return nullptr;
#  else
  return "own";
#  endif
}
#endif

#ifndef WITHOUT_CREATE
robot_controller::Controller * robot_controller_create(const char * config_yaml)
{
#  if defined(CREATE_THROWS)
  throw std::runtime_error(std::string("no robot in ") + (config_yaml != nullptr ? "sight" : "nothing"));
#  elif defined(CREATE_RETURNS_NULL)
  return config_yaml != nullptr ? nullptr : new Zeros("");
#  else
  return new Zeros(config_yaml);
#  endif
}
#endif

#ifndef WITHOUT_DESTROY
void robot_controller_destroy(robot_controller::Controller * controller)
{
  delete controller;
}
#endif
}

#ifndef WITHOUT_FLAT
ROBOT_CONTROLLER_EXPORT_FLAT()
#endif
