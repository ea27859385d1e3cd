// Test double of mc_rtc, not mc_rtc: see ../README.md.
#include <mc_rtc/Configuration.h>
#include <mc_rtc/config.h>
#include <mc_rtc/path.h>

#include <robot_controller/Configuration.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace mc_rtc
{

const char * CONF_PATH = MC_RTC_DOUBLE_CONF;

std::string user_config_directory_path(const std::string & suffix)
{
  const char * home = std::getenv("HOME");
  return std::string(home == nullptr ? "" : home) + "/.config/mc_rtc/" + suffix;
}

struct Configuration::Layer
{
  robot_controller::Configuration value;
};

void Configuration::load(const std::string & path)
{
  std::ifstream file(path);
  if(!file) throw std::runtime_error("Could not open " + path);
  std::stringstream text;
  text << file.rdbuf();
  load(fromData(text.str()));
}

void Configuration::load(const Configuration & config)
{
  layers_.insert(layers_.begin(), config.layers_.begin(), config.layers_.end());
}

Configuration Configuration::fromData(const std::string & data)
{
  Configuration made;
  made.layers_.push_back(std::make_shared<Layer>(Layer{robot_controller::Configuration::parse(data)}));
  return made;
}

const Configuration::Layer & Configuration::top() const
{
  if(layers_.empty()) throw std::runtime_error("The configuration is empty");
  return *layers_.front();
}

bool Configuration::has(const std::string & key) const
{
  return std::any_of(layers_.begin(), layers_.end(), [&](const auto & layer) { return layer->value.has(key); });
}

std::vector<std::string> Configuration::keys() const
{
  std::vector<std::string> all;
  for(const auto & layer : layers_)
  {
    for(const auto & key : layer->value.keys())
    {
      if(std::find(all.begin(), all.end(), key) == all.end()) all.push_back(key);
    }
  }
  return all;
}

bool Configuration::isArray() const
{
  return top().value.isList();
}

bool Configuration::isObject() const
{
  return top().value.isMap();
}

Configuration Configuration::operator()(const std::string & key) const
{
  Configuration found;
  for(const auto & layer : layers_)
  {
    if(!layer->value.has(key)) continue;
    found.layers_.push_back(std::make_shared<Layer>(Layer{layer->value.get(key)}));
    if(!found.layers_.back()->value.isMap()) break;
  }
  if(found.layers_.empty()) throw std::runtime_error("No entry named " + key + " in the configuration");
  return found;
}

std::optional<Configuration> Configuration::find(const std::string & key) const
{
  if(!has(key)) return std::nullopt;
  return (*this)(key);
}

Configuration::operator bool() const
{
  return top().value.boolean();
}

Configuration::operator double() const
{
  return top().value.number();
}

Configuration::operator std::string() const
{
  return top().value.text();
}

Configuration::operator std::vector<std::string>() const
{
  std::vector<std::string> all;
  for(const auto & item : top().value.list()) all.push_back(item.text());
  return all;
}

Configuration::operator std::vector<double>() const
{
  return top().value.numbers();
}

} // namespace mc_rtc
