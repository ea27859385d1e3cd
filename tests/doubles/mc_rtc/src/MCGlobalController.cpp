// Test double of mc_rtc, not mc_rtc: see ../README.md.
#include <mc_control/mc_global_controller.h>
#include <mc_rbdyn/RobotLoader.h>
#include <mc_rtc/config.h>
#include <mc_rtc/path.h>

#include "DoubleController.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace mc_control
{

namespace
{

std::vector<std::string> oneOrMore(const mc_rtc::Configuration & value)
{
  if(value.isArray()) return value;
  if(value.isObject()) return oneOrMore(value("module"));
  return {static_cast<std::string>(value)};
}

template <typename Value>
const auto & only(const Value & index, const std::string & name)
{
  return index.at(name);
}

} // namespace

MCGlobalController::MCGlobalController(const std::string & conf, mc_rbdyn::RobotModulePtr rm)
{
  std::filesystem::path user = mc_rtc::user_config_directory_path("mc_rtc.conf");
  if(!std::filesystem::exists(user)) user.replace_extension(".yaml");
  for(const auto & file : {std::filesystem::path(mc_rtc::CONF_PATH), user, std::filesystem::path(conf)})
  {
    if(!std::filesystem::exists(file)) continue;
    std::printf("[info] Loading additional global configuration %s\n", file.c_str());
    config_.load(file.string());
  }
  std::fflush(stdout);
  config_("Timestep", timestep_);
  std::vector<std::string> paths;
  config_("RobotModulePaths", paths);
  mc_rbdyn::RobotLoader::update_robot_module_path(paths);
  if(rm == nullptr)
  {
    const auto main = config_.find("MainRobot");
    const auto parameters = main ? oneOrMore(*main) : std::vector<std::string>{"JVRC1"};
    if(!mc_rbdyn::RobotLoader::has_robot(parameters.at(0)))
      throw std::runtime_error("No loadable robot with module " + parameters[0]);
    rm = mc_rbdyn::RobotLoader::get_robot_module(parameters);
  }
  const auto enabled = config_.has("Enabled") ? oneOrMore(config_("Enabled")) : std::vector<std::string>{};
  if(enabled.empty()) throw std::runtime_error("Enabled entry in mc_rtc must contain at least one controller name");
  for(const auto & name : enabled)
  {
    if(name == "DoublePosture" || name == "DoubleOther")
      controllers_[name] = std::make_shared<DoubleController>(name, rm, timestep_, config_);
  }
  const auto found = controllers_.find(enabled[0]);
  if(found == controllers_.end()) throw std::runtime_error("No controller enabled");
  current_ = enabled[0];
  controller_ = found->second.get();
}

void MCGlobalController::init(const std::vector<double> & initq)
{
  auto & main = controller_->robot();
  initEncoders(main, initq);
  bool fromSensor = false;
  config_("InitAttitudeFromSensor", fromSensor);
  if(main.mb().joint(0).type() == rbd::Joint::Free)
  {
    const auto & attitude = main.module().default_attitude();
    main.mbc().q[0].assign(attitude.begin(), attitude.end());
    if(fromSensor)
    {
      // As of a free joint's parameters: the orientation of the body in the world, the inverse of the sensor's.
      const auto o = main.bodySensors().at(0).orientation().conjugate();
      main.mbc().q[0] = {o.w(), o.x(), o.y(), o.z(), 0, 0, 0};
    }
  }
  for(auto & robot : controller_->robots())
  {
    if(&robot == &main) continue;
    std::vector<double> q(robot.refJointOrder().size(), 0);
    for(std::size_t i = 0; i < q.size(); i++)
    {
      const int joint = robot.jointIndexInMBC(i);
      if(joint >= 0 && !robot.mbc().q[static_cast<std::size_t>(joint)].empty())
        q[i] = robot.mbc().q[static_cast<std::size_t>(joint)][0];
    }
    for(auto & gripper : robot.grippers()) gripper.get().reset(q);
  }
  controller_->reset({main.mbc().q});
}

void MCGlobalController::initEncoders(mc_rbdyn::Robot & robot, const std::vector<double> & initq)
{
  const auto & order = robot.refJointOrder();
  if(initq.size() != order.size())
    throw std::domain_error("Could not initialize " + robot.name() + " state from encoder sensors");
  for(std::size_t i = 0; i < order.size(); i++)
  {
    const int joint = robot.jointIndexInMBC(i);
    if(joint >= 0 && robot.mb().joint(joint).dof() == 1) robot.mbc().q[static_cast<std::size_t>(joint)][0] = initq[i];
  }
  for(auto & gripper : robot.grippers()) gripper.get().reset(initq);
}

void MCGlobalController::setSensorOrientations(const std::string & robotName, const QuaternionMap & oris)
{
  auto & data = *controller_->robots().robot(robotName).data();
  for(const auto & item : oris) data.bodySensors[only(data.bodySensorsIndex, item.first)].orientation(item.second);
}

void MCGlobalController::setSensorAngularVelocities(const std::string & robotName,
                                                    const std::map<std::string, Eigen::Vector3d> & angularVels)
{
  auto & data = *controller_->robots().robot(robotName).data();
  for(const auto & item : angularVels)
    data.bodySensors[only(data.bodySensorsIndex, item.first)].angularVelocity(item.second);
}

void MCGlobalController::setSensorLinearAccelerations(const std::string & robotName,
                                                      const std::map<std::string, Eigen::Vector3d> & accels)
{
  auto & data = *controller_->robots().robot(robotName).data();
  for(const auto & item : accels)
    data.bodySensors[only(data.bodySensorsIndex, item.first)].linearAcceleration(item.second);
}

void MCGlobalController::setEncoderValues(const std::string & robotName, const std::vector<double> & eValues)
{
  controller_->robots().robot(robotName).data()->encoderValues = eValues;
}

void MCGlobalController::setEncoderVelocities(const std::string & robotName, const std::vector<double> & eVelocities)
{
  controller_->robots().robot(robotName).data()->encoderVelocities = eVelocities;
}

void MCGlobalController::setJointTorques(const std::string & robotName, const std::vector<double> & tValues)
{
  controller_->robots().robot(robotName).data()->jointTorques = tValues;
}

void MCGlobalController::setWrenches(const std::string & robotName,
                                     const std::map<std::string, sva::ForceVecd> & wrenches)
{
  auto & data = *controller_->robots().robot(robotName).data();
  for(const auto & item : wrenches) data.forceSensors[only(data.forceSensorsIndex, item.first)].wrench(item.second);
}

bool MCGlobalController::EnableController(const std::string & name)
{
  const auto found = controllers_.find(name);
  if(found == controllers_.end() || found->second.get() == controller_) return false;
  nextName_ = name;
  next_ = found->second.get();
  return true;
}

bool MCGlobalController::run()
{
  if(!running) return false;
  if(next_ != nullptr)
  {
    for(auto & robot : controller_->robots())
    {
      auto & next = next_->robots().robot(robot.name());
      next.mbc().q = robot.mbc().q;
      *next.data() = *robot.data();
    }
    next_->reset({controller_->robot().mbc().q});
    controller_ = next_;
    current_ = nextName_;
    next_ = nullptr;
  }
  const bool goesOn = controller_->run();
  convert();
  const std::string wanted = static_cast<DoubleController *>(controller_)->wanted();
  if(!wanted.empty()) EnableController(wanted);
  if(!goesOn) running = false;
  return running;
}

/** The output robots: what the control robots have of their joints, then mimics and grippers. */
void MCGlobalController::convert()
{
  for(auto & robot : controller_->robots())
  {
    auto & output = controller_->outputRobots().robot(robot.name());
    auto & to = output.mbc();
    for(const auto & [name, index] : output.mb().jointIndexByName())
    {
      const auto from = robot.mb().jointIndexByName().find(name);
      if(from == robot.mb().jointIndexByName().end()) continue;
      const auto at = static_cast<std::size_t>(index), source = static_cast<std::size_t>(from->second);
      to.q[at] = robot.mbc().q[source];
      to.alpha[at] = robot.mbc().alpha[source];
      to.jointTorque[at] = robot.mbc().jointTorque[source];
    }
    for(auto & gripper : robot.grippers())
      gripper.get().run(timestep_, output, controller_->realRobots().robot(robot.name()));
    for(const auto & joint : output.mb().joints())
    {
      if(!joint.isMimic()) continue;
      const auto leader = static_cast<std::size_t>(output.mb().jointIndexByName(joint.mimicName()));
      to.q[static_cast<std::size_t>(output.mb().jointIndexByName(joint.name()))][0] =
          joint.mimicMultiplier() * to.q[leader][0] + joint.mimicOffset();
    }
  }
}

} // namespace mc_control
