// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mc_rtc
{

/** Reads JSON, whatever the extension. What was loaded last wins, and maps are merged. */
struct Configuration
{
  Configuration() = default;

  /** Reads JSON. Throws. */
  static Configuration fromData(const std::string & data);

  /** Loads a file over what is there. Throws. */
  void load(const std::string & path);

  /** Loads another one over what is there. */
  void load(const Configuration & config);

  bool has(const std::string & key) const;
  std::vector<std::string> keys() const;
  bool isArray() const;
  bool isObject() const;

  /** Throws when it is not there. */
  Configuration operator()(const std::string & key) const;

  std::optional<Configuration> find(const std::string & key) const;

  /** Each throws when there is something else. */
  operator bool() const;
  operator double() const;
  operator std::string() const;
  operator std::vector<std::string>() const;
  operator std::vector<double>() const;

  template <typename T>
  void operator()(const std::string & key, T & value) const
  {
    if(has(key)) value = static_cast<T>((*this)(key));
  }

private:
  struct Layer;
  const Layer & top() const;
  /** The last one first. */
  std::vector<std::shared_ptr<const Layer>> layers_;
};

} // namespace mc_rtc
