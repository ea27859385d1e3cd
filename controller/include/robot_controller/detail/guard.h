/**
 * @file guard.h
 * Exceptions and texts at the border between C++ and C.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>

namespace robot_controller
{

namespace detail __attribute__((visibility("hidden")))
{

/** Copies a text to a buffer of the caller, cut where it does not fit; returns its full length. */
inline std::uint32_t copyText(const std::string & text, char * into, std::uint32_t size) noexcept
{
  if(into != nullptr && size > 0)
  {
    const std::size_t length = std::min<std::size_t>(text.size(), size - 1);
    std::memcpy(into, text.data(), length);
    into[length] = '\0';
  }
  return static_cast<std::uint32_t>(text.size());
}

/** Runs `work`, and makes a text of whatever it throws: false then. */
template<typename Work>
bool guard(std::string & error, Work && work) noexcept
{
  try
  {
    try
    {
      work();
      return true;
    }
    catch(const std::exception & thrown)
    {
      error = thrown.what();
    }
    catch(const std::string & thrown)
    {
      error = thrown;
    }
    catch(const char * thrown)
    {
      error = thrown;
    }
    catch(...)
    {
      error = "an exception that is no std::exception";
    }
    if(error.empty()) error = "an exception without a text";
  }
  catch(...)
  {
    // No memory for the text.
  }
  return false;
}

/** `uri_controller_robot_module` over a function that returns the YAML of a module, or "" when there is none. */
template<typename Describe>
std::int32_t robotModule(Describe && describe, const char * name, char * text, std::uint32_t size) noexcept
{
  std::string found;
  const bool done = guard(found, [&] { found = describe(std::string(name)); });
  const std::uint32_t length = copyText(found, text, size);
  return done ? static_cast<std::int32_t>(length) : -1;
}

/** `uri_controller_configure_modules` over a function that takes the text of the configuration. */
template<typename Configure>
std::int32_t configureModules(Configure && configure,
                              const char * configuration,
                              char * text,
                              std::uint32_t size) noexcept
{
  std::string fault;
  if(guard(fault, [&] { configure(std::string(configuration)); })) return URI_CONTROLLER_OK;
  copyText(fault, text, size);
  return -1;
}

} // namespace detail

} // namespace robot_controller
