/**
 * @file Configuration.h
 * Reads the configuration that a controller is given: JSON, as `uri manager` writes it from its configuration file. A
 * controller may as well read that text with a library of its own, also with one for YAML.
 */
#pragma once

#include "detail/json.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace robot_controller
{

/**
 * A value of a configuration: nothing, a boolean, a number, a text, a list or a map. It knows its path, so that errors
 * can name it; and what it is part of lives as long as it does.
 *
 * @code
 * const auto mine = robot_controller::Configuration::parse(text).get("MyController");
 * const double gain = mine.numberOr("gain", 2.0);
 * const std::vector<double> targets = mine.get("targets").numbers();
 * @endcode
 */
class Configuration
{
public:
  /** Reads JSON. Throws a ConfigurationError that names the place when it is none. */
  static Configuration parse(const std::string & text)
  {
    return Configuration(json::Reader(text).readAll(), "");
  }

  /** True for nothing: `null`, or a key without a value. */
  bool isNull() const noexcept
  {
    return node_->kind == json::Kind::Null;
  }

  /** True for a map. */
  bool isMap() const noexcept
  {
    return node_->kind == json::Kind::Map;
  }

  /** True for a list. */
  bool isList() const noexcept
  {
    return node_->kind == json::Kind::List;
  }

  /** Where it stands, e.g. `Robots.ur5e.module`; empty for the whole. */
  const std::string & path() const noexcept
  {
    return path_;
  }

  /** True for a map that has the key, with a value. */
  bool has(const std::string & key) const noexcept
  {
    const json::Node * found = node_->find(key);
    return found != nullptr && found->kind != json::Kind::Null;
  }

  /** The value of a key. Throws when this is no map or does not have it. */
  Configuration get(const std::string & key) const
  {
    if(!isMap()) fail("a map");
    const std::size_t index = node_->indexOf(key);
    if(index == node_->items.size()) throw ConfigurationError(below(key) + ": is missing");
    return Configuration(node_->items[index], below(key));
  }

  /** Keys of a map, in the order of the text. Throws when this is none. */
  const std::vector<std::string> & keys() const
  {
    if(!isMap()) fail("a map");
    return node_->keys;
  }

  /** Values of a list. Throws when this is none. */
  std::vector<Configuration> list() const
  {
    if(!isList()) fail("a list");
    std::vector<Configuration> all;
    for(std::size_t i = 0; i < node_->items.size(); i++)
      all.push_back(Configuration(node_->items[i], path_ + "[" + std::to_string(i) + "]"));
    return all;
  }

  /** The number. Throws when this is none. */
  double number() const
  {
    if(node_->kind != json::Kind::Number) fail("a number");
    return node_->number;
  }

  /** The text. Throws when this is none. */
  const std::string & text() const
  {
    if(node_->kind != json::Kind::Text) fail("a text");
    return node_->text;
  }

  /** The boolean. Throws when this is none. */
  bool boolean() const
  {
    if(node_->kind != json::Kind::Boolean) fail("true or false");
    return node_->number != 0;
  }

  /** A list of numbers. Throws when this is none. */
  std::vector<double> numbers() const
  {
    std::vector<double> all;
    for(const auto & item : list()) all.push_back(item.number());
    return all;
  }

  /** The number at a key, or `otherwise` when there is none. Throws when there is something else. */
  double numberOr(const std::string & key, double otherwise) const
  {
    return has(key) ? get(key).number() : otherwise;
  }

  /** The text at a key, or `otherwise` when there is none. Throws when there is something else. */
  std::string textOr(const std::string & key, const std::string & otherwise) const
  {
    return has(key) ? get(key).text() : otherwise;
  }

  /** The boolean at a key, or `otherwise` when there is none. Throws when there is something else. */
  bool booleanOr(const std::string & key, bool otherwise) const
  {
    return has(key) ? get(key).boolean() : otherwise;
  }

  /** Throws a ConfigurationError of this value: `<path>: is <what>, wanted <wanted>`. */
  [[noreturn]] void fail(const std::string & wanted) const
  {
    const std::string where = path_.empty() ? "the configuration" : path_;
    throw ConfigurationError(where + ": is " + node_->describe() + ", wanted " + wanted);
  }

private:
  Configuration(std::shared_ptr<const json::Node> node, std::string path)
  : node_(std::move(node)), path_(std::move(path))
  {
  }

  std::string below(const std::string & key) const
  {
    return path_.empty() ? key : path_ + "." + key;
  }

  std::shared_ptr<const json::Node> node_;
  std::string path_;
};

} // namespace robot_controller
