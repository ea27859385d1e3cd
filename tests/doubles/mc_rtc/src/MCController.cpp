// Test double of mc_rtc, not mc_rtc: see ../README.md.
#include <mc_control/MCController.h>
#include <mc_rbdyn/RobotLoader.h>

#include <algorithm>

namespace mc_control
{

namespace
{

mc_rbdyn::RobotDataPtr dataOf(const mc_rbdyn::RobotModule & module)
{
  auto data = std::make_shared<mc_rbdyn::RobotData>();
  data->refJointOrder = module.ref_joint_order();
  data->forceSensors = module.forceSensors();
  data->bodySensors = module.bodySensors();
  for(const auto & sensor : data->forceSensors)
    data->forceSensorsIndex.emplace(sensor.name(), data->forceSensorsIndex.size());
  for(const auto & sensor : data->bodySensors)
    data->bodySensorsIndex.emplace(sensor.name(), data->bodySensorsIndex.size());
  return data;
}

} // namespace

MCController::MCController(const mc_rbdyn::RobotModulePtr & robot, double dt, const mc_rtc::Configuration & config)
: timeStep(dt),
  config_(config)
{
  std::vector<std::string> controlOnly;
  if(const auto options = config.find("Double")) (*options)("control_only", controlOnly);
  std::string main = robot->name;
  if(const auto given = config.find("MainRobot"))
  {
    if(given->isObject()) (*given)("name", main);
  }
  loadRobot(robot, main, true);
  loadRobot(mc_rbdyn::RobotLoader::get_robot_module({"env/ground"}), "ground", true);
  if(!config.has("robots")) return;
  const auto robots = config("robots");
  for(const auto & name : robots.keys())
  {
    const auto entry = robots(name);
    if(name == main || !entry.has("module")) continue;
    const auto module = entry("module");
    const auto parameters =
        module.isArray() ? module.operator std::vector<std::string>() : std::vector<std::string>{module};
    const bool isReal = std::find(controlOnly.begin(), controlOnly.end(), name) == controlOnly.end();
    loadRobot(mc_rbdyn::RobotLoader::get_robot_module(parameters), name, isReal);
  }
}

void MCController::loadRobot(const mc_rbdyn::RobotModulePtr & module, const std::string & name, bool isReal)
{
  if(module->ref_joint_order().empty()) module->make_default_ref_joint_order();
  const auto & parameters = module->canonicalParameters();
  const auto canonical = parameters.empty() || parameters == module->parameters()
                             ? module
                             : mc_rbdyn::RobotLoader::get_robot_module(parameters);
  const auto data = dataOf(*module);
  robots_.load(name, *module, data);
  if(isReal) realRobots_.load(name, *module, data);
  const auto & output = outputRobots_.load(name, *canonical, data);
  for(const auto & gripper : canonical->grippers())
  {
    data->grippers.push_back(std::make_shared<Gripper>(output, gripper.joints));
    data->grippersRef.push_back(*data->grippers.back());
  }
}

} // namespace mc_control
