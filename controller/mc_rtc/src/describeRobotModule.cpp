#include "describeRobotModule.h"

#include "moduleParameters.h"

#include <mc_rbdyn/RobotLoader.h>
#include <mc_rtc/Configuration.h>
#include <mc_rtc/config.h>
#include <mc_rtc/path.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <locale>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace robot_controller
{

namespace
{

using Bounds = std::vector<std::map<std::string, std::vector<double>>>;

constexpr double INFINITE = std::numeric_limits<double>::infinity();

std::string quote(const std::string & text)
{
  std::string quoted = "\"";
  for(const char character : text)
  {
    if(character == '"' || character == '\\') quoted += '\\';
    if(static_cast<unsigned char>(character) >= 0x20)
    {
      quoted += character;
      continue;
    }
    char escape[8];
    std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned>(character));
    quoted += escape;
  }
  return quoted + '"';
}

std::string number(double value)
{
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(std::numeric_limits<double>::max_digits10);
  text << value;
  return text.str();
}

std::string list(const std::vector<std::string> & items)
{
  std::string text;
  for(const auto & item : items) text += (text.empty() ? "" : ", ") + item;
  return "[" + text + "]";
}

std::string quotedList(const std::vector<std::string> & names)
{
  std::vector<std::string> quoted;
  for(const auto & name : names) quoted.push_back(quote(name));
  return list(quoted);
}

/** Value of a joint with one degree of freedom, `otherwise` when there is none. */
double valueOf(const std::map<std::string, std::vector<double>> & map, const std::string & joint, double otherwise)
{
  const auto found = map.find(joint);
  return found != map.end() && found->second.size() == 1 && !std::isnan(found->second[0]) ? found->second[0]
                                                                                          : otherwise;
}

double boundOf(const Bounds & bounds, std::size_t which, const std::string & joint, double otherwise)
{
  return which < bounds.size() ? valueOf(bounds[which], joint, otherwise) : otherwise;
}

/** A largest magnitude from a lower and an upper bound; a bound of zero says that nothing is known. */
std::string magnitude(const char * key, const Bounds & bounds, std::size_t lower, const std::string & joint)
{
  const double most = std::min(-boundOf(bounds, lower, joint, -INFINITE), boundOf(bounds, lower + 1, joint, INFINITE));
  return std::isfinite(most) && most > 0 ? std::string(", \"") + key + "\": " + number(most) : "";
}

std::string jointOf(const mc_rbdyn::RobotModule & module, const std::string & name)
{
  const auto & bounds = module.bounds();
  const double lower = boundOf(bounds, 0, name, -INFINITE);
  const double upper = boundOf(bounds, 1, name, INFINITE);
  const auto & indices = module.mb.jointIndexByName();
  const auto found = indices.find(name);
  const bool isPrismatic = found != indices.end() && module.mb.joint(found->second).type() == rbd::Joint::Prism;
  std::string text = "{\"name\": " + quote(name) + ", \"type\": " + (isPrismatic ? "\"prismatic\"" : "\"revolute\"");
  if(std::isfinite(lower)) text += ", \"lower\": " + number(lower);
  if(std::isfinite(upper)) text += ", \"upper\": " + number(upper);
  return text + magnitude("velocity", bounds, 2, name) + magnitude("effort", bounds, 4, name)
         + magnitude("acceleration", module.accelerationBounds(), 0, name) + "}";
}

/** Where a joint stands in the default stance. A stance at the edge may lie beyond a limit by its last digit. */
double stanceOf(const mc_rbdyn::RobotModule & module, const std::string & joint)
{
  const auto & bounds = module.bounds();
  const double value = valueOf(module.stance(), joint, 0);
  return std::min(std::max(value, boundOf(bounds, 0, joint, -INFINITE)), boundOf(bounds, 1, joint, INFINITE));
}

std::string grippersOf(const mc_rbdyn::RobotModule & module)
{
  const auto & order = module.ref_joint_order();
  std::string text;
  for(const auto & gripper : module.grippers())
  {
    std::vector<std::string> joints;
    for(const auto & joint : gripper.joints)
    {
      if(std::find(order.begin(), order.end(), joint) != order.end()) joints.push_back(joint);
    }
    if(!joints.empty()) text += (text.empty() ? "" : ", ") + quote(gripper.name) + ": " + quotedList(joints);
  }
  return "{" + text + "}";
}

template <typename Sensors>
std::string sensorsOf(const Sensors & sensors)
{
  std::vector<std::string> names;
  for(const auto & sensor : sensors)
  {
    if(!sensor.name().empty()) names.push_back(sensor.name());
  }
  return quotedList(names);
}

std::string describe(const std::string & name, const mc_rbdyn::RobotModule & module)
{
  std::vector<std::string> joints, posture;
  for(const auto & joint : module.ref_joint_order())
  {
    joints.push_back(jointOf(module, joint));
    posture.push_back(number(stanceOf(module, joint)));
  }
  return "{\"name\": " + quote(name) + ", \"joints\": " + list(joints) + ", \"grippers\": " + grippersOf(module)
         + ", \"body_sensors\": " + sensorsOf(module.bodySensors())
         + ", \"force_sensors\": " + sensorsOf(module.forceSensors()) + ", \"posture\": " + list(posture) + "}\n";
}

} // namespace

void configureRobotModules(const std::string & json)
{
  std::filesystem::path user = mc_rtc::user_config_directory_path("mc_rtc.conf");
  if(!std::filesystem::exists(user)) user.replace_extension(".yaml");
  mc_rtc::Configuration configuration;
  for(const std::filesystem::path & file : {std::filesystem::path(mc_rtc::CONF_PATH), user})
  {
    if(std::filesystem::exists(file)) configuration.load(file.string());
  }
  configuration.load(mc_rtc::Configuration::fromData(json));
  if(!configuration.has("RobotModulePaths")) return;
  const std::vector<std::string> paths = configuration("RobotModulePaths");
  if(!paths.empty()) mc_rbdyn::RobotLoader::update_robot_module_path(paths);
}

std::string describeRobotModule(const std::string & name)
{
  const auto parameters = moduleParameters(name);
  if(parameters[0].empty()) return "";
  if(!mc_rbdyn::RobotLoader::has_robot(parameters[0])) return "";
  const auto module = mc_rbdyn::RobotLoader::get_robot_module(parameters);
  if(module == nullptr)
    throw std::runtime_error("Cannot make mc_rtc's robot module '" + name
                             + "': it gave none; see what mc_rtc has printed");
  if(module->ref_joint_order().empty()) module->make_default_ref_joint_order();
  if(module->ref_joint_order().empty())
  {
    throw std::runtime_error("Cannot take mc_rtc's robot module '" + name
                             + "': it has no joint to move; wanted a robot, not a part of the"
                               " environment");
  }
  return describe(name, *module);
}

} // namespace robot_controller
