// Test double of mc_rtc, not mc_rtc: see ../README.md.
#include "modules.h"

#include <limits>
#include <stdexcept>

namespace
{

using mc_rbdyn::RobotModule;
using mc_rbdyn::RobotModulePtr;
using rbd::Joint;

void bound(RobotModule & module, const std::string & joint, const std::vector<double> & sixBounds)
{
  for(std::size_t i = 0; i < sixBounds.size(); i++) module._bounds[i][joint] = {sixBounds[i]};
}

RobotModulePtr make(const std::string & name, std::vector<Joint> joints, Joint::Type root = Joint::Fixed)
{
  auto module = std::make_shared<RobotModule>(name);
  joints.insert(joints.begin(), Joint(root, true, "Root"));
  module->mb = rbd::MultiBody(joints);
  for(const auto & joint : joints)
  {
    if(joint.dof() == 1) module->_stance[joint.name()] = {0};
  }
  return module;
}

/** Three joints: two turn, one of them for ever, and one slides. */
RobotModulePtr arm()
{
  constexpr double none = std::numeric_limits<double>::infinity();
  auto module = make("double_arm", {Joint(Joint::Rev, true, "shoulder"), Joint(Joint::Rev, true, "wrist"),
                                    Joint(Joint::Prism, true, "rail")});
  module->_ref_joint_order = {"rail", "shoulder", "wrist"};
  bound(*module, "rail", {-0.5, 0.75, -0.25, 0.25, -90, 90});
  bound(*module, "shoulder", {-2, 1.5, -3, 2, -40, 40});
  bound(*module, "wrist", {-none, none, -none, none, 0, 0});
  module->_accelerationBounds = {{{"shoulder", {-8}}}, {{"shoulder", {8}}}};
  module->_stance["shoulder"] = {0.25};
  module->_stance["rail"] = {0.75 + 1e-9};
  return module;
}

/** An arm of one joint with a gripper whose second joint follows the first. */
RobotModulePtr hand()
{
  Joint follower(Joint::Rev, true, "finger_follower");
  follower.makeMimic("finger", 0.5, 0);
  auto module = make("double_hand", {Joint(Joint::Rev, true, "elbow"), Joint(Joint::Rev, true, "finger"), follower});
  module->_ref_joint_order = {"elbow", "finger", "finger_follower"};
  module->_grippers.emplace_back("claw", std::vector<std::string>{"finger"}, false);
  return module;
}

/** The same without the joints of the gripper in its own model: only the output robot has them. */
RobotModulePtr handWithoutFingers()
{
  auto module = hand();
  module->mb = rbd::MultiBody({Joint(Joint::Fixed, true, "Root"), Joint(Joint::Rev, true, "elbow")});
  module->_canonicalParameters = {"DoubleHand"};
  return module;
}

/** A floating base, two joints, two IMUs and two force sensors. */
RobotModulePtr walker()
{
  auto module = make("double_walker", {Joint(Joint::Rev, true, "hip"), Joint(Joint::Rev, true, "knee")}, Joint::Free);
  module->_bodySensors.emplace_back("base_imu");
  module->_bodySensors.emplace_back("head_imu");
  module->_forceSensors.emplace_back("left_foot");
  module->_forceSensors.emplace_back("right_foot");
  module->_default_attitude = {{0.5, 0.5, 0.5, 0.5, 1, 2, 3}};
  return module;
}

/** Its reference order has a joint that is fixed. */
RobotModulePtr fixed()
{
  auto module = make("double_fixed", {Joint(Joint::Rev, true, "turn"), Joint(Joint::Fixed, true, "welded")});
  module->_ref_joint_order = {"turn", "welded"};
  return module;
}

/** Its reference order has a joint that is in no model. */
RobotModulePtr absent()
{
  auto module = make("double_absent", {Joint(Joint::Rev, true, "turn")});
  module->_ref_joint_order = {"turn", "gone"};
  return module;
}

/** Takes a path and a name. */
RobotModulePtr withParameters(const std::vector<std::string> & parameters)
{
  if(parameters.size() != 2) throw std::runtime_error("DoubleEnv wants a path and a name");
  return make(parameters[1], {Joint(Joint::Rev, true, parameters[1] + "_joint")});
}

RobotModulePtr broken(const std::vector<std::string> &)
{
  throw std::runtime_error("Could not open model for double_broken at /opt/models/broken.urdf");
}

template <RobotModulePtr (*Make)()>
RobotModulePtr plain(const std::vector<std::string> &)
{
  return Make();
}

RobotModulePtr ground(const std::vector<std::string> &)
{
  return make("ground", {});
}

} // namespace

std::map<std::string, ModuleMaker> builtInModules()
{
  return {{"DoubleArm", plain<arm>},
          {"DoubleHand", plain<hand>},
          {"DoubleHandWithoutFingers", plain<handWithoutFingers>},
          {"DoubleWalker", plain<walker>},
          {"DoubleFixed", plain<fixed>},
          {"DoubleAbsent", plain<absent>},
          {"DoubleEnv", withParameters},
          {"DoubleBroken", broken},
          {"env/ground", ground}};
}

mc_rbdyn::RobotModulePtr moduleFromPath(const std::string & name)
{
  return make(name, {Joint(Joint::Rev, true, "only")});
}
