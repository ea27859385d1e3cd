#include "Motion.h"
#include "check.h"

using excitation::Motion;
using excitation::Sample;

namespace
{

const Motion motion({{0.3, 0.5, 0.4}, {0.05, 2, 1}}, 8, 1.5);

void beginsAndEndsAtRest()
{
  for(const double time : {-1.0, 0.0, 1e-9, 8 - 1e-9, 8.0, 9.0})
  {
    const Sample now = motion.at(time);
    const std::string what = "at " + std::to_string(time) + " s ";
    check::isNear(now.position, 0, 1e-12, what + "position");
    check::isNear(now.velocity, 0, 1e-9, what + "velocity");
    check::isNear(now.acceleration, 0, 1e-6, what + "acceleration");
  }
}

void derivativesAreThoseOfThePosition()
{
  const double h = 1e-5;
  for(double time = 0.01; time < 8; time += 0.0137)
  {
    const Sample before = motion.at(time - h), now = motion.at(time), after = motion.at(time + h);
    check::isNear(now.velocity, (after.position - before.position) / (2 * h), 1e-6,
                  "velocity at " + std::to_string(time));
    check::isNear(now.acceleration, (after.velocity - before.velocity) / (2 * h), 1e-3,
                  "acceleration at " + std::to_string(time));
  }
}

void isWholeInItsMiddle()
{
  const double time = 4;
  const double pi = std::acos(-1.0);
  const double wanted = 0.3 * std::sin(2 * pi * 0.5 * time + 0.4) + 0.05 * std::sin(2 * pi * 2 * time + 1);
  check::isNear(motion.at(time).position, wanted, 1e-12, "position in the middle");
}

void knowsItsExtremes()
{
  const Motion sine({{0.2, 0.5, 0}}, 20, 1);
  const double omega = std::acos(-1.0);
  const Sample most = sine.largest(0.001);
  check::isNear(most.position, 0.2, 1e-6, "largest position");
  check::isNear(most.velocity, 0.2 * omega, 1e-4, "largest velocity");
  check::isTrue(most.acceleration >= 0.2 * omega * omega - 1e-4, "largest acceleration");
  check::isNear(sine.range(0.001).first, -0.2, 1e-6, "smallest position");
  check::isNear(sine.range(0.001).second, 0.2, 1e-6, "largest position");
  const Sample still = Motion({}, 5, 1).largest(0.001);
  check::isTrue(still.position == 0 && still.velocity == 0 && still.acceleration == 0, "no sines, no motion");
}

} // namespace

int main()
{
  beginsAndEndsAtRest();
  derivativesAreThoseOfThePosition();
  isWholeInItsMiddle();
  knowsItsExtremes();
  return check::failures();
}
