// Messages as the official builder writes them, in memory of fixed size.
#pragma once

#include <new>

#include "codec_blocks.h"
#include "codec_checks.h"

namespace codec {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;
using Doubles = flatbuffers::Vector<double>;

constexpr uint32_t kBodyParts[] = {4, 3, 3};
constexpr uint32_t kForceParts[] = {3, 3};

uint8_t* g_workbench;
uint32_t g_workbench_bytes;
Offset<msgs::MessageBodySensor> g_bodies[kMaxTables];
Offset<msgs::MessageForceSensor> g_forces[kMaxTables];

// Gives the builder the workbench, once. What a message can take is checked when it is created, so growing is a defect and traps.
class WorkbenchAllocator final : public flatbuffers::Allocator {
 public:
  uint8_t* allocate(size_t size) override {
    if (size > g_workbench_bytes) __builtin_trap();
    return g_workbench;
  }
  void deallocate(uint8_t*, size_t) override {}
  uint8_t* reallocate_downward(uint8_t*, size_t, size_t, size_t, size_t) override { __builtin_trap(); }
};

alignas(8) uint8_t g_allocator_storage[sizeof(WorkbenchAllocator)];
alignas(8) uint8_t g_builder_storage[sizeof(FlatBufferBuilder)];

inline void CreateBuilder(uint8_t* workbench, uint32_t workbench_bytes) {
  g_workbench = workbench;
  g_workbench_bytes = workbench_bytes;
  auto* allocator = new (g_allocator_storage) WorkbenchAllocator();
  auto* builder = new (g_builder_storage) FlatBufferBuilder(workbench_bytes, allocator);
  // Also scalars that are zero are written: the layout of a message never depends on values, and a Command always has kp and kd,
  // which keeps it from being read as a State.
  builder->ForceDefaults(true);
}

inline FlatBufferBuilder& FreshBuilder() {
  auto& builder = *reinterpret_cast<FlatBufferBuilder*>(g_builder_storage);
  builder.Clear();
  return builder;
}

inline uint32_t WriteBodies(FlatBufferBuilder& builder, const StateBlock* block) {
  uint32_t written = 0;
  for (uint32_t i = 0; i < block->body_count; ++i) {
    const SensorSlot& slot = block->sensors[i];
    if (slot.present == 0) continue;
    const auto linear = builder.CreateVector(slot.values + 7, kBodyParts[2]);
    const auto angular = builder.CreateVector(slot.values + 4, kBodyParts[1]);
    const auto orientation = builder.CreateVector(slot.values, kBodyParts[0]);
    const auto name = builder.CreateString(slot.name, slot.name_length);
    g_bodies[written++] = msgs::CreateMessageBodySensor(builder, name, orientation, angular, linear);
  }
  return written;
}

inline uint32_t WriteForces(FlatBufferBuilder& builder, const StateBlock* block) {
  uint32_t written = 0;
  for (uint32_t i = 0; i < block->force_count; ++i) {
    const SensorSlot& slot = block->sensors[block->body_count + i];
    if (slot.present == 0) continue;
    const auto torque = builder.CreateVector(slot.values + 3, kForceParts[1]);
    const auto force = builder.CreateVector(slot.values, kForceParts[0]);
    const auto name = builder.CreateString(slot.name, slot.name_length);
    g_forces[written++] = msgs::CreateMessageForceSensor(builder, name, force, torque);
  }
  return written;
}

// The joint vectors are always written, empty or not; sensors only when there are some.
inline const FlatBufferBuilder& BuildState(const StateBlock* block) {
  FlatBufferBuilder& builder = FreshBuilder();
  Offset<flatbuffers::Vector<Offset<msgs::MessageForceSensor>>> forces = 0;
  Offset<flatbuffers::Vector<Offset<msgs::MessageBodySensor>>> bodies = 0;
  const uint32_t force_count = WriteForces(builder, block);
  if (force_count != 0) forces = builder.CreateVector(g_forces, force_count);
  const uint32_t body_count = WriteBodies(builder, block);
  if (body_count != 0) bodies = builder.CreateVector(g_bodies, body_count);
  const auto torque = builder.CreateVector(block->values + 2 * block->joints, static_cast<size_t>(block->counts[2]));
  const auto velocity = builder.CreateVector(block->values + block->joints, static_cast<size_t>(block->counts[1]));
  const auto position = builder.CreateVector(block->values, static_cast<size_t>(block->counts[0]));
  builder.Finish(msgs::CreateMessageState(builder, position, velocity, torque, bodies, forces, block->stamp));
  return builder;
}

inline const FlatBufferBuilder& BuildCommand(const CommandBlock* block) {
  FlatBufferBuilder& builder = FreshBuilder();
  const auto torque = builder.CreateVector(block->values + 2 * block->joints, static_cast<size_t>(block->counts[2]));
  const auto velocity = builder.CreateVector(block->values + block->joints, static_cast<size_t>(block->counts[1]));
  const auto position = builder.CreateVector(block->values, static_cast<size_t>(block->counts[0]));
  builder.Finish(msgs::CreateMessageCommand(builder, block->kp, block->kd, position, velocity, torque, block->state_stamp,
                                            block->state_hold));
  return builder;
}

}  // namespace codec
