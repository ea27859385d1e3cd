// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <string>

namespace mc_rtc
{

/** In ${HOME}/.config/mc_rtc. */
std::string user_config_directory_path(const std::string & suffix = "");

} // namespace mc_rtc
