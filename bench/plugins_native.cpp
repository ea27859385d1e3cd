// The peer of `uri bench plugins`: the loop of an interface in C++, as a C++ program does it, with the same driver library. Usage: LIBRARY ROUNDS
// CYCLES; prints two figures, medians of the rounds [ns a cycle]: the calls of the driver alone; and the whole cycle: sync, State encoded and put
// where another process would take it, Command taken, verified and decoded, checked for length and finite values, servoJ.
#include <robot_interface/RobotDriverTemplate.h>

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "mc_rtc_msgs_generated.h"

namespace
{

using namespace robot_comm_msgs;
using Create = robot_interface::RobotDriver * (*)(const std::string &,
                                                  const std::string &,
                                                  const std::uint16_t &,
                                                  const std::string &,
                                                  const std::vector<robot_interface::GripperInfo> &);

/** A place for the latest message, with a sequence number, as a shared-memory link has it. */
struct Cell
{
  std::atomic<std::uint64_t> sequence{0};
  std::size_t length = 0;
  alignas(8) std::uint8_t bytes[1024];

  void put(const std::uint8_t * from, std::size_t size)
  {
    sequence.fetch_add(1, std::memory_order_acquire);
    std::memcpy(bytes, from, size);
    length = size;
    sequence.fetch_add(1, std::memory_order_release);
  }

  bool take(std::uint8_t * into, std::size_t & size) const
  {
    const auto before = sequence.load(std::memory_order_acquire);
    size = length;
    std::memcpy(into, bytes, length);
    std::atomic_thread_fence(std::memory_order_acquire);
    return before % 2 == 0 && sequence.load(std::memory_order_relaxed) == before;
  }
};

struct Loop
{
  robot_interface::RobotDriver & driver;
  flatbuffers::FlatBufferBuilder builder{1024};
  Cell states{};
  Cell commands{};
  std::vector<double> target = std::vector<double>(6, 0.0);
  double q[6];
  double qd[6];
  double tau[6];

  void callDriver()
  {
    driver.sync();
    copy(driver.getActualQ(), q);
    copy(driver.getActualQd(), qd);
    copy(driver.getJointTorques(), tau);
  }

  static void copy(const std::vector<double> & from, double * into)
  {
    std::copy_n(from.begin(), std::min<std::size_t>(from.size(), 6), into);
  }

  void publish()
  {
    builder.Clear();
    const auto torque = builder.CreateVector(tau, 6);
    const auto velocity = builder.CreateVector(qd, 6);
    const auto position = builder.CreateVector(q, 6);
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    builder.Finish(CreateMessageState(builder, position, velocity, torque, 0, 0, static_cast<std::uint64_t>(now.count())));
    states.put(builder.GetBufferPointer(), builder.GetSize());
  }

  bool takeCommand()
  {
    alignas(8) std::uint8_t bytes[1024];
    std::size_t length = 0;
    if(!commands.take(bytes, length)) return false;
    flatbuffers::Verifier verifier(bytes, length);
    if(!verifier.VerifyBuffer<MessageCommand>(nullptr)) return false;
    const auto * position = flatbuffers::GetRoot<MessageCommand>(bytes)->position();
    if(position == nullptr || position->size() != 6) return false;
    for(unsigned int i = 0; i < 6; i++)
    {
      if(!std::isfinite(position->Get(i))) return false;
    }
    for(unsigned int i = 0; i < 6; i++) target[i] = position->Get(i);
    return true;
  }
};

template<typename Work>
double measure(long cycles, Work && work)
{
  const auto start = std::chrono::steady_clock::now();
  for(long i = 0; i < cycles; i++) work();
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count() / static_cast<double>(cycles);
}

double median(std::vector<double> & values)
{
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

} // namespace

int main(int argc, char ** argv)
{
  if(argc != 4) return 2;
  void * library = dlopen(argv[1], RTLD_NOW);
  const auto create = library == nullptr ? nullptr : reinterpret_cast<Create>(dlsym(library, "create"));
  if(create == nullptr) return 1;
  const long rounds = std::atol(argv[2]);
  const long cycles = std::atol(argv[3]);
  robot_interface::RobotDriver * driver = create("BenchDriver", "127.0.0.1", 0, "", {});
  Loop loop{*driver};
  const double zeros[6] = {};
  flatbuffers::FlatBufferBuilder command(256);
  command.Finish(CreateMessageCommand(command, 0, 0, command.CreateVector(zeros, 6)));
  loop.commands.put(command.GetBufferPointer(), command.GetSize());
  std::vector<double> calls;
  std::vector<double> whole;
  bool good = true;
  for(long round = 0; round < rounds; round++)
  {
    calls.push_back(measure(cycles,
                            [&]
                            {
                              loop.callDriver();
                              driver->servoJ(loop.target);
                            }));
    whole.push_back(measure(cycles,
                            [&]
                            {
                              loop.callDriver();
                              loop.publish();
                              good = loop.takeCommand() && good;
                              driver->servoJ(loop.target);
                            }));
  }
  if(!good) return 1;
  std::printf("%.2f %.2f\n", median(calls), median(whole));
  return 0;
}
