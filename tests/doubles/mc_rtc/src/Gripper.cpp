// Test double of mc_rtc, not mc_rtc: see ../README.md.
#include <mc_control/generic_gripper.h>

#include <algorithm>
#include <stdexcept>

namespace mc_control
{

Gripper::Gripper(const mc_rbdyn::Robot & robot, const std::vector<std::string> & jointNames)
{
  const auto & order = robot.refJointOrder();
  for(const auto & joint : jointNames)
  {
    const auto found = std::find(order.begin(), order.end(), joint);
    if(found == order.end())
      throw std::runtime_error("Gripper joint " + joint + " is not in the reference joint order");
    order_.push_back(static_cast<std::size_t>(found - order.begin()));
  }
  q_.resize(order_.size(), 0);
}

void Gripper::reset(const std::vector<double> & currentQ)
{
  for(std::size_t i = 0; i < order_.size(); i++) q_[i] = currentQ.at(order_[i]);
  target_.clear();
}

void Gripper::setTargetQ(const std::vector<double> & targetQ)
{
  target_ = targetQ;
}

void Gripper::run(double timeStep, mc_rbdyn::Robot & robot, mc_rbdyn::Robot &)
{
  for(std::size_t i = 0; i < order_.size(); i++)
  {
    if(!target_.empty()) q_[i] += std::max(-timeStep, std::min(timeStep, target_.at(i) - q_[i]));
    robot.mbc().q[static_cast<std::size_t>(robot.jointIndexInMBC(order_[i]))][0] = q_[i];
  }
}

} // namespace mc_control
