// Test double of RBDyn, not RBDyn: see ../../README.md.
#pragma once

#include <RBDyn/MultiBody.h>

#include <vector>

namespace rbd
{

struct MultiBodyConfig
{
  MultiBodyConfig() = default;

  explicit MultiBodyConfig(const MultiBody & mb)
  {
    for(const auto & joint : mb.joints())
    {
      q.emplace_back(joint.params(), 0.0);
      if(joint.type() == Joint::Free) q.back()[0] = 1;
      alpha.emplace_back(joint.dof(), 0.0);
    }
    alphaD = alpha;
    jointTorque = alpha;
  }

  std::vector<std::vector<double>> q;
  std::vector<std::vector<double>> alpha;
  std::vector<std::vector<double>> alphaD;
  std::vector<std::vector<double>> jointTorque;
};

} // namespace rbd
