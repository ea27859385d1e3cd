// Test double of mc_rtc, not mc_rtc: see ../../README.md.
#pragma once

#include <SpaceVecAlg/SpaceVecAlg>

#include <string>

namespace mc_rbdyn
{

struct ForceSensor
{
  explicit ForceSensor(const std::string & name) : name_(name)
  {
  }

  const std::string & name() const
  {
    return name_;
  }

  const sva::ForceVecd & wrench() const
  {
    return wrench_;
  }

  void wrench(const sva::ForceVecd & wrench)
  {
    wrench_ = wrench;
  }

private:
  std::string name_;
  sva::ForceVecd wrench_;
};

} // namespace mc_rbdyn
