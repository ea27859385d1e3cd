#include "McRtcRobot.h"

#include "joinNames.h"

#include <algorithm>
#include <stdexcept>

namespace robot_controller
{

namespace
{

/** Number of the joint `index` of the reference order in `robot`; -1 when it is not there, or fixed. */
int movingJoint(const mc_rbdyn::Robot & robot, std::size_t index)
{
  const int joint = robot.jointIndexInMBC(index);
  return joint >= 0 && robot.mb().joint(joint).dof() == 1 ? joint : -1;
}

bool isGripperJoint(const mc_rbdyn::Robot & robot, const std::string & joint)
{
  const auto & grippers = robot.module().grippers();
  return std::any_of(
      grippers.begin(), grippers.end(), [&](const auto & gripper)
      { return std::find(gripper.joints.begin(), gripper.joints.end(), joint) != gripper.joints.end(); });
}

/** Puts a model at `q`, at rest. */
void putModel(mc_rbdyn::Robot & robot, const std::vector<double> & q)
{
  auto & configuration = robot.mbc();
  for(std::size_t i = 0; i < q.size(); i++)
  {
    const int joint = movingJoint(robot, i);
    if(joint < 0) continue;
    const auto index = static_cast<std::size_t>(joint);
    configuration.q[index][0] = q[i];
    configuration.alpha[index][0] = 0;
    configuration.alphaD[index][0] = 0;
  }
  robot.forwardKinematics();
  robot.forwardVelocity();
}

Eigen::Vector3d vector(const std::array<double, 3> & from)
{
  return {from[0], from[1], from[2]};
}

} // namespace

McRtcRobot::McRtcRobot(mc_control::MCGlobalController & global, const Robot & described, const std::string & name)
: global_(global),
  key_(described.name),
  name_(name)
{
  checkJoints(described);
  checkSensors(described);
  followController();
}

void McRtcRobot::place(const std::vector<double> & q)
{
  const std::size_t wanted = sources_.size();
  if(q.size() != wanted)
  {
    throw std::invalid_argument("Cannot initialize robot '" + key_ + "': received " + std::to_string(q.size())
                                + " encoder values but expected " + std::to_string(wanted));
  }
  auto & controller = global_.controller();
  putModel(controller.robots().robot(name_), q);
  putModel(controller.realRobots().robot(name_), q);
  putModel(controller.outputRobots().robot(name_), q);
  placedAt_ = q;
}

void McRtcRobot::resetGrippers()
{
  for(auto & gripper : global_.controller().robots().robot(name_).grippers()) gripper.get().reset(placedAt_);
}

void McRtcRobot::setEncoderValues(const std::vector<double> & values)
{
  checkSize(values, "joint positions");
  global_.setEncoderValues(name_, values);
}

void McRtcRobot::setEncoderVelocities(const std::vector<double> & values)
{
  checkSize(values, "joint velocities");
  global_.setEncoderVelocities(name_, values);
}

void McRtcRobot::setJointTorques(const std::vector<double> & values)
{
  checkSize(values, "joint torques");
  global_.setJointTorques(name_, values);
}

void McRtcRobot::setBodySensor(const std::string & sensor,
                               const std::array<double, 4> & orientation,
                               const std::array<double, 3> & angularVelocity,
                               const std::array<double, 3> & linearAcceleration)
{
  const auto found = bodySensors_.find(sensor);
  if(found == bodySensors_.end())
  {
    throw std::invalid_argument("mc_rtc's robot '" + name_ + "' has no body sensor '" + sensor + "'; wanted one of "
                                + joinNames(bodySensors_));
  }
  auto & reading = found->second;
  // uri tells how the sensor stands in the world. mc_rtc's rotations go the other way, from the world to the sensor's
  // body (SpaceVecAlg's E): its simulators invert the quaternion of their root for it, and MCGlobalController::init()
  // takes the inverse of a quaternion w, x, y, z.
  reading.orientation.begin()->second =
      Eigen::Quaterniond(orientation[0], orientation[1], orientation[2], orientation[3]).conjugate();
  reading.angularVelocity.begin()->second = vector(angularVelocity);
  reading.linearAcceleration.begin()->second = vector(linearAcceleration);
  global_.setSensorOrientations(name_, reading.orientation);
  global_.setSensorAngularVelocities(name_, reading.angularVelocity);
  global_.setSensorLinearAccelerations(name_, reading.linearAcceleration);
}

void McRtcRobot::setForceSensor(const std::string & sensor,
                                const std::array<double, 3> & force,
                                const std::array<double, 3> & torque)
{
  const auto found = forceSensors_.find(sensor);
  if(found == forceSensors_.end())
  {
    throw std::invalid_argument("mc_rtc's robot '" + name_ + "' has no force sensor '" + sensor + "'; wanted one of "
                                + joinNames(forceSensors_));
  }
  // The couple comes first in a sva::ForceVecd.
  found->second.begin()->second = sva::ForceVecd(vector(torque), vector(force));
  global_.setWrenches(name_, found->second);
}

std::vector<double> McRtcRobot::command(ControlMode mode)
{
  followController();
  const auto & controller = global_.controller();
  const auto & control = controller.robots().robot(name_).mbc();
  const auto & output = controller.outputRobots().robot(name_).mbc();
  std::vector<double> values(sources_.size());
  for(std::size_t i = 0; i < values.size(); i++)
  {
    const auto & [isOutput, joint] = sources_[i];
    const auto & from = isOutput ? output : control;
    const auto & all = mode == ControlMode::POSITION   ? from.q
                       : mode == ControlMode::VELOCITY ? from.alpha
                                                       : from.jointTorque;
    values[i] = all[joint][0];
  }
  return values;
}

void McRtcRobot::checkJoints(const Robot & described) const
{
  const auto & order = global_.controller().robots().robot(name_).refJointOrder();
  const std::size_t count = std::min(order.size(), described.joints.size());
  for(std::size_t i = 0; i < count; i++)
  {
    if(order[i] == described.joints[i].name) continue;
    throw std::invalid_argument("Robots." + key_ + ".module: joint " + std::to_string(i + 1) + " of '"
                                + described.module + "' is '" + described.joints[i].name
                                + "', and that of mc_rtc's robot '" + name_ + "' is '" + order[i]
                                + "'; give the same joints in the same order, or name mc_rtc's own module");
  }
  if(order.size() == described.joints.size()) return;
  throw std::invalid_argument("Robots." + key_ + ".module: '" + described.module + "' has "
                              + std::to_string(described.joints.size()) + " joints, and mc_rtc's robot '" + name_
                              + "' has " + std::to_string(order.size()) + " in its reference joint order ("
                              + joinNames(order)
                              + "); give the same joints in the same order, or name mc_rtc's own module");
}

void McRtcRobot::checkSensors(const Robot & described)
{
  const auto & robot = global_.controller().robots().robot(name_);
  const auto refuse = [&](const char * kind, const std::string & sensor, const std::vector<std::string> & known)
  {
    throw std::invalid_argument("Robots." + key_ + ".module: mc_rtc's robot '" + name_ + "' has no " + kind + " '"
                                + sensor + "'; " + (known.empty() ? "it has none" : "wanted one of " + joinNames(known))
                                + "; correct the name in the module, or name mc_rtc's own module");
  };
  for(const auto & sensor : described.bodySensors)
  {
    if(!robot.hasBodySensor(sensor)) refuse("body sensor", sensor, namesOf(robot.bodySensors()));
    auto & reading = bodySensors_[sensor];
    reading.orientation[sensor] = Eigen::Quaterniond::Identity();
    reading.angularVelocity[sensor] = Eigen::Vector3d::Zero();
    reading.linearAcceleration[sensor] = Eigen::Vector3d::Zero();
  }
  for(const auto & sensor : described.forceSensors)
  {
    if(!robot.hasForceSensor(sensor)) refuse("force sensor", sensor, namesOf(robot.forceSensors()));
    forceSensors_[sensor].emplace(sensor, sva::ForceVecd(Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()));
  }
}

/**
 * The command stands in the control robot, which mc_rtc's tasks and constraints move. Grippers are no part of them:
 * mc_rtc moves these in the output robot. That also has joints which this controller's model was loaded without, and
 * the mimics of others.
 */
void McRtcRobot::findSources()
{
  const auto & controller = global_.controller();
  const auto & control = controller.robots().robot(name_);
  const auto & output = controller.outputRobots().robot(name_);
  const auto & order = control.refJointOrder();
  std::vector<JointSource> sources;
  for(std::size_t i = 0; i < order.size(); i++)
  {
    const int inControl = movingJoint(control, i);
    const int inOutput = movingJoint(output, i);
    const bool isOutput =
        inOutput >= 0 && (inControl < 0 || isGripperJoint(control, order[i]) || output.mb().joint(inOutput).isMimic());
    const int joint = isOutput ? inOutput : inControl;
    if(joint < 0)
    {
      throw std::invalid_argument(
          "Robots." + key_ + ": joint '" + order[i] + "' is in the reference joint order of mc_rtc's robot '" + name_
          + "', which " + (control.jointIndexInMBC(i) < 0 ? "does not have it" : "has it fixed")
          + ", so that it has no command; wanted a joint with one degree of freedom; take a module of mc_rtc"
            " in which it moves, or one without it in ref_joint_order");
    }
    sources.push_back({isOutput, static_cast<std::size_t>(joint)});
  }
  sources_ = sources;
}

void McRtcRobot::checkSize(const std::vector<double> & values, const char * what) const
{
  if(values.size() == sources_.size()) return;
  throw std::invalid_argument("received " + std::to_string(values.size()) + " " + what + " but expected "
                              + std::to_string(sources_.size()));
}

void McRtcRobot::followController()
{
  const auto * current = &global_.controller();
  if(current == controller_) return;
  findSources();
  controller_ = current;
}

} // namespace robot_controller
