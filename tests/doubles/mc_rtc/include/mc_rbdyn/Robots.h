// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <mc_rbdyn/Robot.h>

#include <memory>
#include <string>
#include <vector>

namespace mc_rbdyn
{

/** Iterates over what pointers point to. */
template <typename Inner, typename Value>
struct RobotIterator
{
  Inner at;

  Value & operator*() const
  {
    return **at;
  }

  RobotIterator & operator++()
  {
    ++at;
    return *this;
  }

  bool operator!=(const RobotIterator & other) const
  {
    return at != other.at;
  }
};

struct Robots
{
  using List = std::vector<std::shared_ptr<Robot>>;
  using iterator = RobotIterator<List::iterator, Robot>;
  using const_iterator = RobotIterator<List::const_iterator, const Robot>;

  /** Double only: adds a robot. */
  Robot & load(const std::string & name, const RobotModule & module, const RobotDataPtr & data);

  /** Throws when there is one of that name. */
  void robotCopy(const Robot & robot, const std::string & copyName);

  bool hasRobot(const std::string & name) const;

  Robot & robot();
  const Robot & robot() const;

  /** Throws a std::runtime_error. */
  Robot & robot(const std::string & name);
  const Robot & robot(const std::string & name) const;

  iterator begin() noexcept
  {
    return {robots_.begin()};
  }

  const_iterator begin() const noexcept
  {
    return {robots_.begin()};
  }

  iterator end() noexcept
  {
    return {robots_.end()};
  }

  const_iterator end() const noexcept
  {
    return {robots_.end()};
  }

  std::size_t size() const noexcept
  {
    return robots_.size();
  }

private:
  List robots_;
};

} // namespace mc_rbdyn
