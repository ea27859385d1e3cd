// A driver that costs nothing itself: six joints, a sync() that returns at once, positions that follow the command. For `uri bench plugins`.
#include <robot_interface/RobotDriverTemplate.h>

namespace
{

class BenchDriver : public robot_interface::RobotDriver
{
public:
  void sync() override
  {
    count_++;
  }

  std::vector<double> getActualQ() override
  {
    return q_;
  }

  std::vector<double> getActualQd() override
  {
    return qd_;
  }

  std::vector<double> getJointTorques() override
  {
    return tau_;
  }

  void servoJ(const std::vector<double> & q) override
  {
    q_ = q;
  }

  void speedJ(const std::vector<double> & qd) override
  {
    qd_ = qd;
  }

  void tauJ(const std::vector<double> & tau) override
  {
    tau_ = tau;
  }

private:
  unsigned long count_ = 0;
  std::vector<double> q_{0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  std::vector<double> qd_ = std::vector<double>(6, 0.0);
  std::vector<double> tau_ = std::vector<double>(6, 1.0);
};

} // namespace

ROBOT_DRIVER_EXPORT_ABI_VERSION()

extern "C"
{

void ROBOT_DRIVER_PLUGIN(std::vector<std::string> & classes)
{
  classes.push_back("BenchDriver");
}

robot_interface::RobotDriver * create(const std::string &,
                                      const std::string &,
                                      const uint16_t &,
                                      const std::string &,
                                      const std::vector<robot_interface::GripperInfo> &)
{
  return new BenchDriver();
}

void destroy(robot_interface::RobotDriver * driver)
{
  delete driver;
}

}
