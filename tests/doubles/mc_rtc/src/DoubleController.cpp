// Test double of mc_rtc, not mc_rtc: see ../README.md.
#include "DoubleController.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>

/*
 * Double:
 *   targets: {ROBOT: [...]}   joints of a control robot go there, in the reference joint order
 *   speed: 1                  at that speed [rad/s]
 *   grippers: {ROBOT: [...]}  targets of the joints of its first gripper
 *   torque: 3                 torque of the first joint of each robot [Nm], and 1 more for each further one
 *   refuse: text              the controller cannot be made
 *   throw_at: 10              this step throws
 *   end_at: 10                this step is the last one
 *   switch_at: 10             this step changes to the other controller
 *   control_only: [ROBOT]     it is not loaded into the real robots
 *   record: PATH              what is known of all robots is written there, as JSON,
 *   record_at: 50             with this step
 */

namespace
{

std::string list(const std::vector<double> & values)
{
  std::string text;
  for(const double value : values)
  {
    char digits[32];
    std::snprintf(digits, sizeof(digits), "%.17g", value);
    text += (text.empty() ? "" : ", ") + std::string(digits);
  }
  return "[" + text + "]";
}

std::string list(const Eigen::Vector3d & vector)
{
  return list(std::vector<double>{vector[0], vector[1], vector[2]});
}

/** Positions in the reference joint order; those that the model does not have are left out. */
std::vector<double> positions(const mc_rbdyn::Robot & robot)
{
  std::vector<double> all;
  for(std::size_t i = 0; i < robot.refJointOrder().size(); i++)
  {
    const int joint = robot.jointIndexInMBC(i);
    if(joint >= 0 && robot.mb().joint(joint).dof() == 1)
      all.push_back(robot.mbc().q[static_cast<std::size_t>(joint)][0]);
  }
  return all;
}

} // namespace

DoubleController::DoubleController(const std::string & name,
                                   const mc_rbdyn::RobotModulePtr & robot,
                                   double dt,
                                   const mc_rtc::Configuration & config)
: MCController(robot, dt, config),
  name_(name)
{
  if(const auto options = config.find("Double")) options_ = *options;
  if(options_.has("refuse")) throw std::runtime_error(static_cast<std::string>(options_("refuse")));
  options_("speed", speed_);
  options_("throw_at", throwAt_);
  options_("end_at", endAt_);
  options_("switch_at", switchAt_);
  options_("record_at", recordAt_);
  options_("record", recordTo_);
  if(!options_.has("targets")) return;
  const auto targets = options_("targets");
  for(const auto & key : targets.keys()) targets_[key] = static_cast<std::vector<double>>(targets(key));
}

void DoubleController::reset(const mc_control::ControllerResetData & reset_data)
{
  robot().mbc().q = reset_data.q;
  resets_++;
  for(const auto & each : robots()) atReset_[each.name()] = positions(each);
}

bool DoubleController::run()
{
  step_++;
  if(step_ == throwAt_) throw std::runtime_error("QP failed to solve");
  if(options_.has("grippers") && step_ == 5)
  {
    const auto grippers = options_("grippers");
    for(const auto & key : grippers.keys()) robots().robot(key).grippers().at(0).get().setTargetQ(grippers(key));
  }
  for(const auto & [name, target] : targets_) move(robots().robot(name), target);
  if(step_ == recordAt_) record();
  return step_ != endAt_;
}

std::string DoubleController::wanted() const
{
  if(step_ != switchAt_ || switchAt_ == 0) return "";
  return name_ == "DoublePosture" ? "DoubleOther" : "DoublePosture";
}

void DoubleController::move(mc_rbdyn::Robot & robot, const std::vector<double> & target)
{
  double torque = 0;
  options_("torque", torque);
  auto & mbc = robot.mbc();
  for(std::size_t i = 0; i < target.size(); i++)
  {
    const int joint = robot.jointIndexInMBC(i);
    if(joint < 0 || robot.mb().joint(joint).dof() != 1) continue;
    const auto index = static_cast<std::size_t>(joint);
    const double most = speed_ * timeStep;
    const double moved = std::max(-most, std::min(most, target[i] - mbc.q[index][0]));
    mbc.q[index][0] += moved;
    mbc.alpha[index][0] = moved / timeStep;
    // Never to be taken for a velocity.
    mbc.alphaD[index][0] = 77;
    mbc.jointTorque[index][0] = torque == 0 ? 0 : torque + static_cast<double>(i);
  }
}

void DoubleController::record() const
{
  std::string text;
  for(const auto & each : robots())
  {
    const std::string name = each.name();
    std::string sensors;
    for(const auto & sensor : each.bodySensors())
    {
      const auto & o = sensor.orientation();
      sensors += ", \"" + sensor.name()
                 + "\": {\"orientation\": " + list(std::vector<double>{o.w(), o.x(), o.y(), o.z()})
                 + ", \"angularVelocity\": " + list(sensor.angularVelocity())
                 + ", \"linearAcceleration\": " + list(sensor.linearAcceleration()) + "}";
    }
    for(const auto & sensor : each.forceSensors())
    {
      sensors += ", \"" + sensor.name() + "\": {\"couple\": " + list(sensor.wrench().couple())
                 + ", \"force\": " + list(sensor.wrench().force()) + "}";
    }
    const auto & real = realRobots().robot(name);
    const auto & output = outputRobots().robot(name);
    text += (text.empty() ? "" : ",\n") + ("\"" + name + "\": {") + "\"encoders\": " + list(each.encoderValues())
            + ", \"velocities\": " + list(each.encoderVelocities()) + ", \"torques\": " + list(each.jointTorques())
            + ", \"q\": " + list(positions(each)) + ", \"realQ\": " + list(positions(real))
            + ", \"outputQ\": " + list(positions(output)) + ", \"atReset\": " + list(atReset_.at(name))
            + ", \"base\": " + list(each.mbc().q[0]) + ", \"kinematics\": " + std::to_string(real.kinematics)
            + ", \"forwardVelocities\": " + std::to_string(real.velocities) + sensors + "}";
  }
  {
    std::ofstream file(recordTo_ + ".new");
    file << "{\"controller\": \"" << name_ << "\", \"resets\": " << resets_ << ", \"robots\": {" << text << "}}\n";
  }
  std::rename((recordTo_ + ".new").c_str(), recordTo_.c_str());
}
