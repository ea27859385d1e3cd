#include "ExcitationController.h"
#include "check.h"

#include <cstdio>
#include <fstream>

using excitation::ExcitationController;
using robot_controller::ControlMode;
using robot_controller::Setup;

namespace
{

const double timeStep = 0.002;

/** A robot of two joints, and a section of the configuration for it. */
Setup setupOf(const std::string & section, ControlMode mode = ControlMode::POSITION)
{
  robot_controller::Robot robot;
  robot.name = "arm";
  robot.mode = mode;
  robot.joints.resize(2);
  robot.joints[0] = {"shoulder", false, -1, 1, 2, 10, 50, 0};
  robot.joints[1] = {"elbow", false, -3, 3, 1, 4, 50, 0};
  Setup setup;
  setup.timeStep = timeStep;
  setup.robots.push_back(robot);
  setup.configuration = "{\"Excitation\": " + section + "}";
  return setup;
}

std::string sectionOf(const std::string & sines, const std::string & more = "\"duration\": 4, \"fade\": 1")
{
  return "{" + more + ", \"robots\": {\"arm\": {\"elbow\": " + sines + "}}}";
}

const std::string gentle = "[{\"amplitude\": 0.2, \"frequency\": 0.5}]";

void movesOneJointAndEnds()
{
  ExcitationController controller(setupOf(sectionOf(gentle)));
  const std::vector<double> start{0.25, -0.5};
  controller.initializeRobots();
  controller.start();
  controller.initializeRobot("arm", start);
  check::isTrue(controller.command("arm", ControlMode::POSITION) == start, "it is held before the first step");
  std::vector<double> last = start;
  double most = 0;
  int runs = 0;
  for(; controller.isRunning() && runs < 10000; runs++)
  {
    controller.run();
    const auto q = controller.command("arm", ControlMode::POSITION);
    check::isTrue(q[0] == start[0], "the other joint stays");
    check::isTrue(std::abs(q[1] - last[1]) <= 1 * timeStep, "it keeps its velocity limit");
    check::isTrue(runs > 0 || q == start, "it begins where it was");
    most = std::max(most, std::abs(q[1] - start[1]));
    last = q;
  }
  check::isNear(runs * timeStep, 4, 0.01, "duration");
  check::isNear(most, 0.2, 0.01, "amplitude");
  check::isTrue(last == start, "it ends where it began");
}

void velocitiesFitThePositions()
{
  ExcitationController controller(setupOf(sectionOf(gentle), ControlMode::VELOCITY));
  controller.start();
  controller.initializeRobot("arm", {0, 0});
  double sum = 0;
  for(int i = 0; i < 1700; i++)
  {
    controller.run();
    sum += controller.command("arm", ControlMode::VELOCITY)[1] * timeStep;
    check::isNear(sum, controller.command("arm", ControlMode::POSITION)[1], 2e-3, "integral of the velocity");
  }
}

void startsOverWhereItIsPut()
{
  ExcitationController controller(setupOf(sectionOf(gentle)));
  controller.start();
  controller.initializeRobot("arm", {0, 0});
  for(int i = 0; i < 500; i++) controller.run();
  controller.initializeRobot("arm", {0.1, 0.7});
  controller.run();
  check::isTrue(controller.command("arm", ControlMode::POSITION) == std::vector<double>({0.1, 0.7}), "it starts over");
}

void refusesWhatTheRobotCannot()
{
  const auto make = [](const std::string & section, ControlMode mode = ControlMode::POSITION)
  { return [=] { ExcitationController made(setupOf(section, mode)); }; };
  check::throws(make("{}"), "Excitation.robots: is missing", "no robots");
  check::throws(make("{\"robots\": {\"leg\": {}}}"), "Excitation.robots.leg: no robot has this name", "another robot");
  check::throws(make("{\"robots\": {\"arm\": {\"knee\": []}}}"),
                "robots.arm.knee: the robot has no joint of this name", "another joint");
  check::throws(make(sectionOf("3")), "robots.arm.elbow: is the number 3, wanted a list", "no list");
  check::throws(make(sectionOf("[{\"frequency\": 1}]")), "elbow[0].amplitude: is missing", "no amplitude");
  check::throws(make(sectionOf("[{\"amplitude\": 1, \"frequency\": 0}]")), "wanted a frequency above 0", "frequency 0");
  check::throws(make(sectionOf("[{\"amplitude\": 0, \"frequency\": 60}]")),
                "at most a tenth", "too fast for the period");
  check::throws(make(sectionOf("[{\"amplitude\": 0.5, \"frequency\": 0.5}]")),
                "wanted at most 1 of velocity", "too fast");
  check::throws(make(sectionOf("[{\"amplitude\": 0.02, \"frequency\": 4}]")),
                "wanted at most 4 of acceleration", "too hard");
  check::throws(make(sectionOf(gentle, "\"duration\": 4, \"fade\": 3")),
                "fade: is the number 3, wanted at most half", "fade");
  check::throws(make(sectionOf(gentle, "\"duration\": 0")),
                "duration: is the number 0, wanted a time above 0", "no duration");
  check::throws(make(sectionOf(gentle), ControlMode::TORQUE), "in torque mode", "torque mode");
  ExcitationController controller(setupOf(sectionOf(gentle)));
  check::throws([&] { controller.initializeRobot("arm", {0, 2.9}); },
                "joint 'elbow' would go from 2.7", "beyond the range");
}

void recordsWhatItDoes()
{
  const std::string file = "excitation_controller_test.csv";
  const std::string more = "\"duration\": 4, \"fade\": 1, \"record\": \"" + file + "\"";
  ExcitationController controller(setupOf(sectionOf(gentle, more)));
  controller.start();
  controller.initializeRobot("arm", {0, 0});
  controller.setEncoderValues("arm", {0.5, 0.25});
  controller.setJointTorques("arm", {7, 8});
  while(controller.isRunning()) controller.run();
  controller.stop();
  std::ifstream in(file);
  std::string head, first;
  std::getline(in, head);
  std::getline(in, first);
  check::isTrue(head == "time,command.shoulder,command.elbow,position.shoulder,position.elbow,"
                        "velocity.shoulder,velocity.elbow,torque.shoulder,torque.elbow",
                head);
  check::isTrue(first == "0,0,0,0.5,0.25,nan,nan,7,8", first);
  int rows = 1;
  for(std::string line; std::getline(in, line);) rows++;
  check::isNear(rows, 4 / timeStep, 2, "rows");
  std::remove(file.c_str());
  const auto lost = [&] { ExcitationController made(setupOf(sectionOf(gentle, "\"record\": \"/nowhere/x.csv\""))); };
  check::throws(lost, "cannot write /nowhere/x.csv: No such file or directory", "no folder");
}

} // namespace

int main()
{
  movesOneJointAndEnds();
  velocitiesFitThePositions();
  startsOverWhereItIsPut();
  refusesWhatTheRobotCannot();
  recordsWhatItDoes();
  return check::failures();
}
