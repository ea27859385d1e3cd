#include "ControllerMcRtc.h"

#include "MemoryFile.h"
#include "matchRobots.h"

#include <stdexcept>

namespace robot_controller
{

ControllerMcRtc::ControllerMcRtc(const Setup & setup)
{
  {
    // mc_rtc takes a file. What has no extension of YAML is read as JSON, which this is.
    const MemoryFile file(setup.configuration);
    global_ = std::make_unique<mc_control::MCGlobalController>(file.path());
  }
  global_->running = false;
  const auto names = matchRobots(setup, global_->controller().robots());
  initializeRobots();
  for(std::size_t i = 0; i < names.size(); i++)
    robots_.push_back(std::make_unique<McRtcRobot>(*global_, setup.robots[i], names[i]));
}

void ControllerMcRtc::run()
{
  if(!isInitialized_) initializeController();
  if(global_->run()) return;
  throw std::runtime_error(
      "mc_rtc's controller '" + global_->current_controller()
      + "' has failed: its run() returned false, and mc_rtc has stopped it; see what mc_rtc has printed");
}

bool ControllerMcRtc::isRunning() const
{
  return isStarted_ && (global_->running || !isInitialized_);
}

void ControllerMcRtc::start()
{
  isStarted_ = true;
  global_->running = isInitialized_;
}

void ControllerMcRtc::stop()
{
  isStarted_ = false;
  global_->running = false;
}

double ControllerMcRtc::timeStep() const
{
  return global_->timestep();
}

void ControllerMcRtc::setEncoderValues(const std::string & robot, const std::vector<double> & values)
{
  find(robot).setEncoderValues(values);
}

void ControllerMcRtc::setEncoderVelocities(const std::string & robot, const std::vector<double> & values)
{
  find(robot).setEncoderVelocities(values);
}

void ControllerMcRtc::setJointTorques(const std::string & robot, const std::vector<double> & values)
{
  find(robot).setJointTorques(values);
}

void ControllerMcRtc::initializeRobot(const std::string & robotName, const std::vector<double> & encoderValues)
{
  auto & robot = find(robotName);
  robot.place(encoderValues);
  if(isInitialized_) robot.resetGrippers();
}

void ControllerMcRtc::initializeRobots()
{
  // A controller may have loaded a robot into its control robots alone.
  auto & controller = global_->controller();
  for(const auto & robot : controller.robots())
  {
    if(!controller.realRobots().hasRobot(robot.name())) controller.realRobots().robotCopy(robot, robot.name());
  }
}

void ControllerMcRtc::setBodySensor(const std::string & robot,
                                    const std::string & sensorName,
                                    const std::array<double, 4> & orientation,
                                    const std::array<double, 3> & angularVelocity,
                                    const std::array<double, 3> & linearAcceleration)
{
  find(robot).setBodySensor(sensorName, orientation, angularVelocity, linearAcceleration);
}

void ControllerMcRtc::setForceSensor(const std::string & robot,
                                     const std::string & sensorName,
                                     const std::array<double, 3> & force,
                                     const std::array<double, 3> & torque)
{
  find(robot).setForceSensor(sensorName, force, torque);
}

std::vector<double> ControllerMcRtc::command(const std::string & robot, ControlMode mode) const
{
  return find(robot).command(mode);
}

McRtcRobot & ControllerMcRtc::find(const std::string & key) const
{
  for(const auto & robot : robots_)
  {
    if(robot->key() == key) return *robot;
  }
  throw std::invalid_argument("there is no robot '" + key + "' under Robots");
}

void ControllerMcRtc::initializeController()
{
  const std::string main = global_->controller().robot().name();
  for(const auto & robot : robots_)
  {
    if(robot->name() != main) continue;
    if(!robot->isPlaced())
    {
      throw std::runtime_error(
          "mc_rtc cannot start: its main robot, '" + robot->key()
          + "', is not there; see why its interface did not answer, or make another robot MainRobot");
    }
    global_->init(robot->placedAt());
  }
  for(const auto & robot : robots_)
  {
    // mc_rtc has reset the grippers of the others to where their models stand, which may lack the grippers' joints.
    if(robot->isPlaced()) robot->resetGrippers();
  }
  isInitialized_ = true;
  global_->running = isStarted_;
}

} // namespace robot_controller
