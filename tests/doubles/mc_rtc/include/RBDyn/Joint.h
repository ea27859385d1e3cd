// Test double of RBDyn, not RBDyn: see ../../README.md.
#pragma once

#include <string>
#include <vector>

namespace rbd
{

class Joint
{
public:
  enum Type
  {
    Rev,
    Prism,
    Spherical,
    Planar,
    Cylindrical,
    Free,
    Fixed
  };

  Joint(Type type, bool, std::string name) : type_(type), name_(std::move(name))
  {
  }

  void makeMimic(const std::string & name, double multiplier, double offset)
  {
    mimicName_ = name;
    multiplier_ = multiplier;
    offset_ = offset;
  }

  Type type() const
  {
    return type_;
  }

  int params() const
  {
    return type_ == Free ? 7 : type_ == Fixed ? 0 : 1;
  }

  int dof() const
  {
    return type_ == Free ? 6 : type_ == Fixed ? 0 : 1;
  }

  const std::string & name() const
  {
    return name_;
  }

  bool isMimic() const
  {
    return !mimicName_.empty();
  }

  const std::string & mimicName() const
  {
    return mimicName_;
  }

  double mimicMultiplier() const
  {
    return multiplier_;
  }

  double mimicOffset() const
  {
    return offset_;
  }

private:
  Type type_;
  std::string name_;
  std::string mimicName_;
  double multiplier_ = 1;
  double offset_ = 0;
};

} // namespace rbd
