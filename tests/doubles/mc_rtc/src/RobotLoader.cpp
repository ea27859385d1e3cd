// Test double of mc_rtc, not mc_rtc: see ../README.md.
#include <mc_rbdyn/RobotLoader.h>

#include "modules.h"

#include <filesystem>
#include <mutex>
#include <stdexcept>

namespace mc_rbdyn
{

namespace
{

std::mutex mutex;

std::map<std::string, ModuleMaker> & modules()
{
  static std::map<std::string, ModuleMaker> all = builtInModules();
  return all;
}

} // namespace

bool RobotLoader::has_robot(const std::string & name)
{
  const std::lock_guard<std::mutex> guard(mutex);
  return modules().count(name) != 0;
}

RobotModulePtr RobotLoader::get_robot_module(const std::vector<std::string> & args)
{
  const std::lock_guard<std::mutex> guard(mutex);
  const auto found = modules().find(args.at(0));
  if(found == modules().end()) throw std::runtime_error("Cannot load the requested robot: " + args[0]);
  auto module = found->second({args.begin() + 1, args.end()});
  module->_parameters = args;
  return module;
}

std::vector<std::string> RobotLoader::available_robots()
{
  const std::lock_guard<std::mutex> guard(mutex);
  std::vector<std::string> names;
  for(const auto & item : modules()) names.push_back(item.first);
  return names;
}

void RobotLoader::update_robot_module_path(const std::vector<std::string> & paths)
{
  const std::lock_guard<std::mutex> guard(mutex);
  for(const auto & path : paths)
  {
    for(const auto & file : std::filesystem::directory_iterator(path))
    {
      const std::string name = file.path().filename().string();
      modules()[name] = [name](const std::vector<std::string> &) { return moduleFromPath(name); };
    }
  }
}

} // namespace mc_rbdyn
