// The codec's native peer: the same State, built, verified and read out by the official FlatBuffers library as a C++ program at its
// best does it: one builder used again and again, values copied into arrays that exist already. Prints nanoseconds per State, the
// median of the rounds. Usage: codec_native ROUNDS ITERATIONS
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "mc_rtc_msgs_generated.h"

namespace {

using namespace robot_comm_msgs;

constexpr std::size_t kJoints = 6;

struct State {
  double position[kJoints];
  double velocity[kJoints];
  double torque[kJoints];
  std::size_t counts[3];
  std::uint64_t stamp;
};

void Encode(flatbuffers::FlatBufferBuilder& builder, const State& state) {
  builder.Clear();
  const auto torque = builder.CreateVector(state.torque, kJoints);
  const auto velocity = builder.CreateVector(state.velocity, kJoints);
  const auto position = builder.CreateVector(state.position, kJoints);
  builder.Finish(CreateMessageState(builder, position, velocity, torque, 0, 0, state.stamp));
}

std::size_t Read(const flatbuffers::Vector<double>* from, double* to) {
  const std::size_t count = from == nullptr ? 0 : from->size();
  if (count > kJoints) return kJoints + 1;
  if (count > 0) std::memcpy(to, from->Data(), count * sizeof(double));
  return count;
}

bool Decode(const std::uint8_t* bytes, std::size_t length, State& state) {
  flatbuffers::Verifier verifier(bytes, length);
  if (!verifier.VerifyBuffer<MessageState>(nullptr)) return false;
  const auto* message = flatbuffers::GetRoot<MessageState>(bytes);
  state.counts[0] = Read(message->position(), state.position);
  state.counts[1] = Read(message->velocity(), state.velocity);
  state.counts[2] = Read(message->torque(), state.torque);
  state.stamp = message->stamp();
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const long rounds = argc > 1 ? std::atol(argv[1]) : 21;
  const long iterations = argc > 2 ? std::atol(argv[2]) : 100000;
  flatbuffers::FlatBufferBuilder builder(1024);
  State sent{};
  State received{};
  for (std::size_t i = 0; i < kJoints; ++i) {
    sent.position[i] = 0.1 * static_cast<double>(i + 1);
    sent.velocity[i] = -0.2 * static_cast<double>(i + 1);
    sent.torque[i] = 3.0 * static_cast<double>(i + 1);
  }
  std::vector<double> figures;
  for (long round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (long i = 0; i < iterations; ++i) {
      sent.stamp += 1000000;
      sent.position[i % kJoints] += 1e-6;
      Encode(builder, sent);
      if (!Decode(builder.GetBufferPointer(), builder.GetSize(), received) || received.stamp != sent.stamp) return 1;
    }
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
    figures.push_back(elapsed.count() / static_cast<double>(iterations));
  }
  std::sort(figures.begin(), figures.end());
  if (received.position[0] != sent.position[0] || received.counts[2] != kJoints) return 1;
  std::printf("%.2f\n", figures[figures.size() / 2]);
  return 0;
}
