// A driver that works: two joints that follow their command at once, at 1 kHz, with sensors. The newest names.
#include <robot_interface/RobotDriverTemplate.h>

#include <chrono>
#include <thread>

#ifndef CLASS_NAME
#  define CLASS_NAME "RobotDriverTwoJoints"
#endif

namespace
{

class TwoJoints : public robot_interface::RobotDriver
{
public:
  void sync() override
  {
    next_ += std::chrono::milliseconds(1);
    std::this_thread::sleep_until(next_);
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
    return {1.5, -2.5};
  }

  void servoJ(const std::vector<double> & q) override
  {
    q_ = q;
  }

  void speedJ(const std::vector<double> & qd) override
  {
    qd_ = qd;
  }

  void tauJ(const std::vector<double> &) override {}

  robot_interface::IMUMap getIMUs() override
  {
    robot_interface::IMUData imu;
    imu.angularVelocity = {0.1, 0.2, 0.3};
    imu.linearAcceleration = {0.0, 0.0, 9.81};
    return {{"Base", imu}, {"NotInTheModule", imu}};
  }

  robot_interface::WrenchMap getForceSensors() override
  {
    return {{"Wrist", {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}}};
  }

private:
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
  std::vector<double> q_{0.25, -0.5};
  std::vector<double> qd_{0.0, 0.0};
};

} // namespace

ROBOT_DRIVER_EXPORT_ABI_VERSION()

extern "C"
{

ROBOT_DRIVER_DLLAPI void ROBOT_DRIVER_PLUGIN(std::vector<std::string> & classes)
{
  classes.push_back(CLASS_NAME);
}

ROBOT_DRIVER_DLLAPI robot_interface::RobotDriver * create(const std::string &,
                                                          const std::string &,
                                                          const uint16_t &,
                                                          const std::string &,
                                                          const std::vector<robot_interface::GripperInfo> &)
{
  return new TwoJoints();
}

ROBOT_DRIVER_DLLAPI void destroy(robot_interface::RobotDriver * driver)
{
  delete driver;
}

}
