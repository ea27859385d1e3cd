#include "Motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace excitation
{

namespace
{

const double pi = std::acos(-1.0);

} // namespace

Motion::Motion(std::vector<Sine> sines, double duration, double fade)
: sines_(std::move(sines)), duration_(duration), fade_(fade)
{
}

Sample Motion::at(double time) const
{
  if(time <= 0 || time >= duration_) return {};
  Sample sum;
  for(const auto & sine : sines_)
  {
    const double omega = 2 * pi * sine.frequency;
    const double angle = omega * time + sine.phase;
    sum.position += sine.amplitude * std::sin(angle);
    sum.velocity += sine.amplitude * omega * std::cos(angle);
    sum.acceleration -= sine.amplitude * omega * omega * std::sin(angle);
  }
  // The product rule, twice.
  const Sample fade = fadeAt(time);
  return {fade.position * sum.position, fade.velocity * sum.position + fade.position * sum.velocity,
          fade.acceleration * sum.position + 2 * fade.velocity * sum.velocity + fade.position * sum.acceleration};
}

Sample Motion::largest(double step) const
{
  Sample most;
  for(double time = 0; time < duration_; time += step)
  {
    const Sample now = at(time);
    most.position = std::max(most.position, std::abs(now.position));
    most.velocity = std::max(most.velocity, std::abs(now.velocity));
    most.acceleration = std::max(most.acceleration, std::abs(now.acceleration));
  }
  return most;
}

std::pair<double, double> Motion::range(double step) const
{
  std::pair<double, double> found{0, 0};
  for(double time = 0; time < duration_; time += step)
  {
    const double position = at(time).position;
    found.first = std::min(found.first, position);
    found.second = std::max(found.second, position);
  }
  return found;
}

Sample Motion::fadeAt(double time) const
{
  const bool isEnd = time > duration_ / 2;
  const double u = std::min(1.0, (isEnd ? duration_ - time : time) / fade_);
  if(u >= 1) return {1, 0, 0};
  const double sign = isEnd ? -1 : 1;
  return {u * u * u * (10 + u * (6 * u - 15)), sign * 30 * u * u * (1 - u) * (1 - u) / fade_,
          60 * u * (1 - u) * (1 - 2 * u) / (fade_ * fade_)};
}

} // namespace excitation
