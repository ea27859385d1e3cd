// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

namespace mc_rtc
{

/** Path of the system's configuration file. */
extern const char * CONF_PATH;

} // namespace mc_rtc
