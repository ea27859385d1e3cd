/**
 * @file joinNames.h
 * Names for a text.
 */
#pragma once

#include <map>
#include <string>
#include <vector>

namespace robot_controller
{

/** The names, with commas. */
inline std::string joinNames(const std::vector<std::string> & names)
{
  std::string text;
  for(const auto & name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

/** The keys, with commas. */
template <typename Value>
std::string joinNames(const std::map<std::string, Value> & map)
{
  std::vector<std::string> names;
  for(const auto & item : map) names.push_back(item.first);
  return joinNames(names);
}

/** Names of things that have name(). */
template <typename Things>
std::vector<std::string> namesOf(const Things & things)
{
  std::vector<std::string> names;
  for(const auto & thing : things) names.push_back(thing.name());
  return names;
}

} // namespace robot_controller
