// A driver that needs as deep a stack as the main thread of a C++ program has: 8 MB.
#include <robot_interface/RobotDriverTemplate.h>

#include <chrono>
#include <thread>

namespace
{

/** Uses so many megabytes of the stack; returns something that is not known before. */
__attribute__((noinline)) double useStack(int megabytes)
{
  volatile double deep[1024 * 1024 / sizeof(double)];
  deep[0] = megabytes;
  deep[sizeof(deep) / sizeof(double) - 1] = 1.0;
  return megabytes > 1 ? useStack(megabytes - 1) + deep[0] : deep[0];
}

class DeepStack : public robot_interface::RobotDriver
{
public:
  DeepStack()
  {
    q_[0] = useStack(6) > 0.0 ? 0.5 : 0.0;
  }

  void sync() override
  {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    useStack(6);
  }

  std::vector<double> getActualQ() override
  {
    return q_;
  }

  std::vector<double> getJointTorques() override
  {
    return {};
  }

  void servoJ(const std::vector<double> &) override {}
  void speedJ(const std::vector<double> &) override {}
  void tauJ(const std::vector<double> &) override {}

private:
  std::vector<double> q_{0.0};
};

} // namespace

ROBOT_DRIVER_EXPORT_ABI_VERSION()

extern "C"
{

void ROBOT_DRIVER_PLUGIN(std::vector<std::string> & classes)
{
  classes.push_back("RobotDriverDeepStack");
}

robot_interface::RobotDriver * create(const std::string &,
                                      const std::string &,
                                      const uint16_t &,
                                      const std::string &,
                                      const std::vector<robot_interface::GripperInfo> &)
{
  return new DeepStack();
}

void destroy(robot_interface::RobotDriver * driver)
{
  delete driver;
}

}
