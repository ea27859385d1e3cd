// A driver in the names of both generations: -DNAMESPACE=…, -DPLUGIN=…, -DEXPORT=…, -DAPI=… say which stand where.
#include <robot_interface/RobotDriverTemplate.h>

#include <robot_interface/driver/GripperInfo.h>
#include <robot_interface/driver/IMUData.h>
#include <robot_interface/driver/WrenchData.h>
#include <robot_interface/driver/api.h>

static_assert(ROBOT_DRIVER_ABI_VERSION == 3 && MC_ROBOT_DRIVER_ABI_VERSION == 3, "both names are of one version");

namespace
{

class Named final : public NAMESPACE::RobotDriver
{
public:
  void sync() override {}
  void setDataRead() override {}

  std::vector<double> getActualQ() override
  {
    return {1.0};
  }

  std::vector<double> getJointTorques() override
  {
    return {};
  }

  void servoJ(const std::vector<double> &) override {}
  void speedJ(const std::vector<double> &) override {}
  void tauJ(const std::vector<double> &) override {}

  NAMESPACE::IMUMap getIMUs() override
  {
    return {{"imu", NAMESPACE::IMUData{}}};
  }

  NAMESPACE::WrenchMap getForceSensors() override
  {
    return {{"wrist", NAMESPACE::WrenchData{}}};
  }
};

} // namespace

#ifdef DECLARED_BEFORE
extern "C"
{

API void PLUGIN(std::vector<std::string> & classes);

API NAMESPACE::RobotDriver * create(const std::string & name,
                                    const std::string & ip,
                                    const uint16_t & port,
                                    const std::string & config_path,
                                    const std::vector<NAMESPACE::GripperInfo> & grippers);

API void destroy(NAMESPACE::RobotDriver * ptr);

}
#endif

EXPORT()

extern "C"
{

#ifdef DECLARED_BEFORE
#  undef API
#  define API
#endif

API void PLUGIN(std::vector<std::string> & classes)
{
  classes.push_back("RobotDriverNamed");
}

API NAMESPACE::RobotDriver * create(const std::string &,
                                    const std::string &,
                                    const uint16_t &,
                                    const std::string &,
                                    const std::vector<NAMESPACE::GripperInfo> &)
{
  return new Named();
}

API void destroy(NAMESPACE::RobotDriver * driver)
{
  delete driver;
}

}
