// Checks of the tests: each failure is written down, and main() returns their number.
#pragma once

#include <cmath>
#include <exception>
#include <iostream>
#include <string>

namespace check
{

inline int & failures()
{
  static int count = 0;
  return count;
}

inline void isTrue(bool condition, const std::string & what)
{
  if(condition) return;
  failures()++;
  std::cerr << "FAILED: " << what << '\n';
}

inline void isNear(double is, double wanted, double within, const std::string & what)
{
  isTrue(std::abs(is - wanted) <= within, what + ": is " + std::to_string(is) + ", wanted " + std::to_string(wanted));
}

/** `work` throws, and the text of that has `part` in it. */
template<typename Work>
void throws(Work && work, const std::string & part, const std::string & what)
{
  try
  {
    work();
    isTrue(false, what + ": nothing was thrown");
  }
  catch(const std::exception & thrown)
  {
    const std::string text = thrown.what();
    isTrue(text.find(part) != std::string::npos, what + ": '" + text + "', wanted '" + part + "'");
  }
}

} // namespace check
