// Test double of mc_rtc, not mc_rtc: see ../README.md.
#include <mc_rbdyn/Robots.h>

#include <algorithm>
#include <stdexcept>

namespace mc_rbdyn
{

namespace
{

template <typename List>
auto & find(List & robots, const std::string & name)
{
  for(auto & robot : robots)
  {
    if(robot->name() == name) return *robot;
  }
  throw std::runtime_error("No robot named " + name);
}

} // namespace

Robot & Robots::load(const std::string & name, const RobotModule & module, const RobotDataPtr & data)
{
  if(hasRobot(name))
    throw std::runtime_error("Robot names are required to be unique but a robot named " + name + " already exists");
  robots_.push_back(std::make_shared<Robot>(name, module, data));
  return *robots_.back();
}

void Robots::robotCopy(const Robot & robot, const std::string & copyName)
{
  load(copyName, robot.module(), robot.data()).mbc() = robot.mbc();
}

bool Robots::hasRobot(const std::string & name) const
{
  return std::any_of(robots_.begin(), robots_.end(), [&](const auto & robot) { return robot->name() == name; });
}

Robot & Robots::robot()
{
  return *robots_.at(0);
}

const Robot & Robots::robot() const
{
  return *robots_.at(0);
}

Robot & Robots::robot(const std::string & name)
{
  return find(robots_, name);
}

const Robot & Robots::robot(const std::string & name) const
{
  return find(robots_, name);
}

} // namespace mc_rbdyn
