// Test double of mc_rtc, not mc_rtc: see ../README.md.
#include <mc_rbdyn/Robot.h>

namespace mc_rbdyn
{

Robot::Robot(const std::string & name, const RobotModule & module, const RobotDataPtr & data)
: name_(name),
  module_(module),
  data_(data),
  mbc_(module.mb)
{
  for(int i = 0; i < mb().nrJoints(); i++)
  {
    const auto stance = module.stance().find(mb().joint(i).name());
    if(stance != module.stance().end()) mbc_.q[static_cast<std::size_t>(i)] = stance->second;
  }
}

int Robot::jointIndexInMBC(std::size_t jointIndex) const
{
  const auto found = mb().jointIndexByName().find(refJointOrder().at(jointIndex));
  return found == mb().jointIndexByName().end() ? -1 : found->second;
}

} // namespace mc_rbdyn
