// The motion of one joint about the point where it started, as a function of time: no state, no robot.
#pragma once

#include <utility>
#include <vector>

namespace excitation
{

/** One sine of a motion. */
struct Sine
{
  /** Amplitude [rad, or m for a prismatic joint]. */
  double amplitude = 0;
  /** Frequency [Hz]. */
  double frequency = 0;
  /** Phase at time 0 [rad]. */
  double phase = 0;
};

/** Where a joint is, and how it moves: about its start [rad or m], and the time derivatives of that. */
struct Sample
{
  double position = 0;
  double velocity = 0;
  double acceleration = 0;
};

/**
 * A sum of sines that is faded in and out. It begins and ends at the start, at rest, and without a jump of the
 * acceleration: the fade is the polynomial 10 u³ - 15 u⁴ + 6 u⁵.
 */
class Motion
{
public:
  /** `duration` of the whole motion, and `fade` at each of its ends [s]; 0 < fade <= duration / 2. */
  Motion(std::vector<Sine> sines, double duration, double fade);

  /** The motion at a time [s]; zeros before 0 and after the end. */
  Sample at(double time) const;

  /** The largest magnitudes, looked at in steps of `step` [s]. */
  Sample largest(double step) const;

  /** The largest and the smallest position, looked at in steps of `step` [s]. */
  std::pair<double, double> range(double step) const;

private:
  Sample fadeAt(double time) const;

  std::vector<Sine> sines_;
  double duration_;
  double fade_;
};

} // namespace excitation
