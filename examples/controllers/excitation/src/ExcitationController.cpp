#include "ExcitationController.h"

#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace excitation
{

using robot_controller::Configuration;
using robot_controller::ConfigurationError;
using robot_controller::ControlMode;
using robot_controller::Robot;
using robot_controller::Setup;

namespace
{

enum Measured
{
  POSITION,
  VELOCITY,
  TORQUE
};

/** A sentence of an error. */
template<typename... Parts>
std::string textOf(const Parts &... parts)
{
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}

double positive(const Configuration & section, const std::string & key, double otherwise)
{
  const double value = section.numberOr(key, otherwise);
  if(!(value > 0)) section.get(key).fail("a time above 0 [s]");
  return value;
}

} // namespace

ExcitationController::ExcitationController(const Setup & setup) : timeStep_(setup.timeStep)
{
  const auto section = Configuration::parse(setup.configuration).get("Excitation");
  duration_ = positive(section, "duration", 20);
  fade_ = positive(section, "fade", duration_ / 10);
  if(fade_ > duration_ / 2) section.get("fade").fail("at most half of the duration, it fades in and out");
  const auto robots = section.get("robots");
  for(const auto & robot : setup.robots) robots_.emplace(robot.name, prepare(robot, section));
  for(const auto & name : robots.keys())
  {
    if(robots_.count(name) == 0) throw ConfigurationError(robots.get(name).path() + ": no robot has this name");
  }
}

ExcitationController::MovedRobot ExcitationController::prepare(const Robot & robot, const Configuration & section) const
{
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  const std::size_t count = robot.joints.size();
  MovedRobot made;
  made.description = robot;
  made.origin = made.position = made.velocity = std::vector<double>(count, 0.0);
  for(auto & values : made.measured) values.assign(count, nothing);
  if(!section.get("robots").has(robot.name)) return made;
  if(robot.mode == ControlMode::TORQUE)
  {
    throw std::invalid_argument(textOf("robot '", robot.name, "' is in torque mode, and this controller knows no ",
                                       "torques; set Robots.", robot.name,
                                       ".controller.mode to position or velocity"));
  }
  const auto joints = section.get("robots").get(robot.name);
  for(const auto & name : joints.keys())
  {
    const std::size_t index = robot.indexOf(name);
    if(index == count) throw ConfigurationError(joints.get(name).path() + ": the robot has no joint of this name");
    made.moving.push_back({index, motionOf(robot, index, joints.get(name))});
  }
  const std::string record = section.textOr("record", "");
  if(record.empty()) return made;
  std::vector<std::string> columns{"time"};
  for(const char * what : {"command", "position", "velocity", "torque"})
    for(const auto & joint : robot.joints) columns.push_back(std::string(what) + "." + joint.name);
  const bool isOnly = section.get("robots").keys().size() == 1;
  const auto rows = static_cast<std::size_t>(duration_ / timeStep_) + 1;
  made.recorder = Recorder(isOnly ? record : record + "." + robot.name, columns, rows);
  return made;
}

Motion ExcitationController::motionOf(const Robot & robot, std::size_t index, const Configuration & from) const
{
  const auto & joint = robot.joints[index];
  std::vector<Sine> sines;
  for(const auto & sine : from.list())
  {
    sines.push_back({sine.get("amplitude").number(), sine.get("frequency").number(), sine.numberOr("phase", 0)});
    if(!(sines.back().frequency > 0)) sine.get("frequency").fail("a frequency above 0 [Hz]");
    if(sines.back().frequency > 0.1 / timeStep_)
      sine.get("frequency").fail(textOf("at most a tenth of the controller's frequency, ", 0.1 / timeStep_, " Hz"));
  }
  const Motion motion(std::move(sines), duration_, fade_);
  const Sample most = motion.largest(timeStep_);
  if(most.velocity > joint.velocity)
    from.fail(textOf("at most ", joint.velocity, " of velocity, its motion needs ", most.velocity,
                     "; take smaller amplitudes or frequencies"));
  if(most.acceleration > joint.acceleration)
    from.fail(textOf("at most ", joint.acceleration, " of acceleration, its motion needs ", most.acceleration,
                     "; take smaller amplitudes or frequencies, or a longer fade"));
  return motion;
}

void ExcitationController::initializeRobot(const std::string & name, const std::vector<double> & q)
{
  auto & robot = robots_.at(name);
  for(const auto & [index, motion] : robot.moving)
  {
    const auto & joint = robot.description.joints[index];
    const auto [least, most] = motion.range(timeStep_);
    if(q[index] + least >= joint.lower && q[index] + most <= joint.upper) continue;
    throw std::runtime_error(textOf("joint '", joint.name, "' would go from ", q[index] + least, " to ",
                                    q[index] + most, ", and its limits are ", joint.lower, " and ", joint.upper,
                                    "; start somewhere else, or take smaller amplitudes"));
  }
  robot.origin = robot.position = q;
  robot.velocity.assign(q.size(), 0.0);
  robot.periods = 0;
  robot.isKnown = true;
}

void ExcitationController::initializeRobots() {}

void ExcitationController::start()
{
  isRunning_ = true;
}

void ExcitationController::stop()
{
  isRunning_ = false;
  for(auto & [name, robot] : robots_) robot.recorder.write();
}

bool ExcitationController::isRunning() const
{
  return isRunning_;
}

double ExcitationController::timeStep() const
{
  return timeStep_;
}

void ExcitationController::run()
{
  bool isDone = true;
  for(auto & [name, robot] : robots_)
  {
    if(!robot.isKnown || robot.moving.empty()) continue;
    step(robot);
    isDone = isDone && static_cast<double>(robot.periods) * timeStep_ > duration_;
  }
  if(isDone) isRunning_ = false;
}

void ExcitationController::step(MovedRobot & robot) const
{
  const double time = static_cast<double>(robot.periods++) * timeStep_;
  for(const auto & [index, motion] : robot.moving)
  {
    const Sample now = motion.at(time);
    robot.position[index] = robot.origin[index] + now.position;
    robot.velocity[index] = now.velocity;
  }
  double * into = robot.recorder.row();
  if(into == nullptr) return;
  *into++ = time;
  const bool isVelocity = robot.description.mode == ControlMode::VELOCITY;
  for(const double value : isVelocity ? robot.velocity : robot.position) *into++ = value;
  for(const auto & values : robot.measured)
    for(const double value : values) *into++ = value;
}

void ExcitationController::setEncoderValues(const std::string & robot, const std::vector<double> & values)
{
  robots_.at(robot).measured[POSITION] = values;
}

void ExcitationController::setEncoderVelocities(const std::string & robot, const std::vector<double> & values)
{
  robots_.at(robot).measured[VELOCITY] = values;
}

void ExcitationController::setJointTorques(const std::string & robot, const std::vector<double> & values)
{
  robots_.at(robot).measured[TORQUE] = values;
}

void ExcitationController::setBodySensor(const std::string &,
                                         const std::string &,
                                         const std::array<double, 4> &,
                                         const std::array<double, 3> &,
                                         const std::array<double, 3> &)
{
}

void ExcitationController::setForceSensor(const std::string &,
                                          const std::string &,
                                          const std::array<double, 3> &,
                                          const std::array<double, 3> &)
{
}

std::vector<double> ExcitationController::command(const std::string & name, ControlMode mode) const
{
  const auto & robot = robots_.at(name);
  if(mode == ControlMode::POSITION) return robot.position;
  if(mode == ControlMode::VELOCITY) return robot.velocity;
  return std::vector<double>(robot.position.size(), 0.0);
}

} // namespace excitation
