// Test double of RBDyn, not RBDyn: see ../../README.md.
#pragma once

#include <RBDyn/Joint.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace rbd
{

class MultiBody
{
public:
  MultiBody() = default;

  explicit MultiBody(std::vector<Joint> joints) : joints_(std::move(joints))
  {
    for(const auto & joint : joints_) indices_.emplace(joint.name(), static_cast<int>(indices_.size()));
  }

  int nrJoints() const
  {
    return static_cast<int>(joints_.size());
  }

  const std::vector<Joint> & joints() const
  {
    return joints_;
  }

  const Joint & joint(int num) const
  {
    return joints_[static_cast<std::size_t>(num)];
  }

  int jointIndexByName(const std::string & name) const
  {
    return indices_.find(name)->second;
  }

  const std::unordered_map<std::string, int> & jointIndexByName() const
  {
    return indices_;
  }

private:
  std::vector<Joint> joints_;
  std::unordered_map<std::string, int> indices_;
};

} // namespace rbd
