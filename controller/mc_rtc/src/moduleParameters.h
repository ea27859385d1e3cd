/**
 * @file moduleParameters.h
 * Robot modules of mc_rtc that have parameters.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace robot_controller
{

/**
 * What mc_rtc's RobotLoader wants for a module: its name alone, or, of a text `[env, /path, name]`, as `MainRobot` has
 * it in mc_rtc's own files, each part. Quotes around a part are left out.
 */
inline std::vector<std::string> moduleParameters(const std::string & text)
{
  if(text.size() < 2 || text.front() != '[' || text.back() != ']') return {text};
  const char * ignored = " \t\"'";
  std::vector<std::string> parts;
  std::size_t at = 1;
  while(at < text.size())
  {
    const std::size_t end = std::min(text.find(',', at), text.size() - 1);
    const std::string part = text.substr(at, end - at);
    const std::size_t first = part.find_first_not_of(ignored);
    parts.push_back(first == std::string::npos ? "" : part.substr(first, part.find_last_not_of(ignored) + 1 - first));
    at = end + 1;
  }
  return parts;
}

} // namespace robot_controller
