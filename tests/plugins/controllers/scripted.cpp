// A controller that holds every robot, and fails where and how the section `Scripted` of its configuration says:
// {where: run, at: 100, how: throw}. It is built from this file alone, with ROBOT_CONTROLLER_NAME as its name.
#include <robot_controller/Controller.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

#ifndef ROBOT_CONTROLLER_NAME
#  define ROBOT_CONTROLLER_NAME "scripted"
#endif

using robot_controller::ControlMode;

class Scripted : public robot_controller::Controller
{
public:
  explicit Scripted(const robot_controller::Setup & setup) : timeStep_(setup.timeStep)
  {
    const auto whole = robot_controller::Configuration::parse(setup.configuration);
    if(whole.has("Scripted"))
    {
      const auto script = whole.get("Scripted");
      where_ = script.textOr("where", "");
      how_ = script.textOr("how", "throw");
      at_ = script.numberOr("at", 1);
      timeStep_ = script.numberOr("time_step", timeStep_);
      speed_ = script.numberOr("speed", 0);
    }
    for(const auto & robot : setup.robots) joints_[robot.name] = robot.joints.size();
    if(how_ == "describe") throw std::runtime_error(describe(setup));
    if(how_ == "describe configuration")
      throw std::runtime_error(describe(robot_controller::Setup::fromConfiguration(setup.configuration)));
    act("create");
  }

  ~Scripted() override
  {
    act("destroy");
  }

  void run() override
  {
    act("run");
    for(auto & [name, q] : held_) q[0] += speed_ * timeStep_;
  }

  bool isRunning() const override
  {
    act("isRunning");
    return isRunning_;
  }

  void start() override
  {
    act("start");
    isRunning_ = how_ != "stay";
  }

  void stop() override
  {
    isRunning_ = false;
    act("stop");
  }

  double timeStep() const override
  {
    act("timeStep");
    return timeStep_;
  }

  void setEncoderValues(const std::string & robot, const std::vector<double> & values) override
  {
    act("setEncoderValues");
    check(robot, values);
  }

  void setEncoderVelocities(const std::string & robot, const std::vector<double> & values) override
  {
    act("setEncoderVelocities");
    check(robot, values);
  }

  void setJointTorques(const std::string & robot, const std::vector<double> & values) override
  {
    act("setJointTorques");
    check(robot, values);
  }

  void initializeRobot(const std::string & robot, const std::vector<double> & q) override
  {
    act("initializeRobot");
    check(robot, q);
    held_[robot] = q;
  }

  void initializeRobots() override
  {
    act("initializeRobots");
  }

  void setBodySensor(const std::string &,
                     const std::string &,
                     const std::array<double, 4> & orientation,
                     const std::array<double, 3> &,
                     const std::array<double, 3> & acceleration) override
  {
    act("setBodySensor");
    if(how_ == "echo") echo_ = {orientation[0], orientation[3], acceleration[2]};
  }

  void setForceSensor(const std::string &,
                      const std::string &,
                      const std::array<double, 3> & force,
                      const std::array<double, 3> & torque) override
  {
    act("setForceSensor");
    if(how_ == "echo") echo_ = {force[0], force[2], torque[2]};
  }

  std::vector<double> command(const std::string & robot, ControlMode mode) const override
  {
    act("command");
    if(how_ == "echo" && !echo_.empty()) return echo_;
    if(mode != ControlMode::POSITION) return std::vector<double>(joints_.at(robot), 0.0);
    std::vector<double> q = held_.at(robot);
    if(where_ == "command" && how_ == "short" && calls_ >= at_) q.pop_back();
    if(where_ == "command" && how_ == "nan" && calls_ >= at_) q[1] = std::numeric_limits<double>::quiet_NaN();
    return q;
  }

private:
  static std::string describe(const robot_controller::Setup & setup)
  {
    std::ostringstream text;
    text << setup.timeStep << " s";
    for(const auto & robot : setup.robots)
    {
      text << "; " << robot.name << ": " << robot.module << ", " << toString(robot.mode) << ", ";
      text << robot.timeStep << " s";
      for(const auto & joint : robot.joints)
      {
        text << ", " << joint.name << (joint.isPrismatic ? " [m] " : " [rad] ") << joint.lower << ' ' << joint.upper;
        text << ' ' << joint.velocity << ' ' << joint.acceleration << ' ' << joint.effort << " at " << joint.posture;
      }
      for(const auto & sensor : robot.bodySensors) text << ", body sensor " << sensor;
      for(const auto & sensor : robot.forceSensors) text << ", force sensor " << sensor;
      for(const auto & gripper : robot.grippers)
      {
        text << ", gripper " << gripper.name << " of";
        for(const auto & joint : gripper.joints) text << ' ' << joint << '=' << robot.indexOf(joint);
      }
    }
    return text.str();
  }

  void act(const std::string & where) const
  {
    if(where != where_ || ++calls_ < at_) return;
    if(how_ == "throw") throw std::runtime_error("scripted failure in " + where);
    if(how_ == "throw once" && calls_ == at_) throw std::out_of_range("scripted failure in " + where);
    if(how_ == "throw int") throw 42;
    if(how_ == "throw text") throw "a bare text";
    if(how_ == "segfault") std::raise(SIGSEGV);
    if(how_ == "exit") std::exit(0);
    if(how_ == "take signals")
      for(const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_IGN);
    if(how_ == "sleep") std::this_thread::sleep_for(std::chrono::seconds(3));
    if(how_ == "stop") isRunning_ = false;
    while(how_ == "block") std::this_thread::sleep_for(std::chrono::hours(1));
  }

  void check(const std::string & robot, const std::vector<double> & values) const
  {
    if(values.size() != joints_.at(robot)) throw std::invalid_argument("received another number of values");
  }

  std::string where_;
  std::string how_;
  double at_ = 1;
  double speed_ = 0;
  double timeStep_;
  mutable double calls_ = 0;
  mutable bool isRunning_ = false;
  std::map<std::string, std::size_t> joints_;
  std::map<std::string, std::vector<double>> held_;
  std::vector<double> echo_;
};

ROBOT_CONTROLLER_EXPORT(ROBOT_CONTROLLER_NAME, Scripted)

#ifdef WITH_MODULES
static std::string describe(const std::string & name)
{
  if(name == "Broken") throw std::runtime_error("its mesh is missing");
  if(name == "Exits") std::exit(0);
  while(name == "Blocks") std::this_thread::sleep_for(std::chrono::hours(1));
  if(name == "Slow")
  {
    std::this_thread::sleep_for(std::chrono::milliseconds(5500));
    return "name: Slow\njoints: [{name: arm, velocity: 1}]\n";
  }
  if(name == "Latin") return "name: Latin\njoints: [{name: \xe9tage, velocity: 1}]\n";
  if(name == "NoYaml") return "joints: [";
  if(name == "NoModule") return "name: NoModule\njoints: []\n";
  if(name == "Long")
  {
    std::string text = "name: Long\njoints:\n";
    for(int i = 0; i < 400; i++)
      text += "  - {name: joint_" + std::to_string(i) + ", velocity: 1, # " + std::string(200, '-') + "\n     }\n";
    return text;
  }
  if(name != "HRP2" && name != "UR5e") return "";
  return "name: " + name
         + "\njoints:\n  - {name: HEAD, lower: -1, upper: 1, velocity: 2}\n  - {name: ARM, lower: -2, upper: 2}\n"
           "body_sensors: [waist]\n";
}

extern "C" int32_t uri_controller_robot_module(const char * name, char * text, uint32_t size)
{
  if(std::string(name) == "Endless") return std::numeric_limits<int32_t>::max();
  return robot_controller::detail::robotModule(describe, name, text, size);
}
#endif
