// What the official Verifier does not look at. It proves that every read stays inside the buffer; it does not prove that a table
// was written as the type it is read as: a State verifies as a Command where alignment allows it, and the other way round.
//
// State and Command differ in their first two fields: two 4-byte offsets (position, velocity) here, two 8-byte numbers (kp, kd)
// there. A table is laid out as a Command when the bytes of its fields, taken as a Command's, are disjoint and inside the table.
// That holds for every Command. It does not hold for a State that has positions or velocities: builders put padding only behind
// an 8-byte field, so the 8 bytes at such an offset run into the next field or out of the table. A table that is laid out as a
// Command is refused as a State, so nothing is ever accepted as both. For writers that pad in other places, a Command is refused
// also for a subnormal gain: that is how an offset followed by zeros or by another offset reads (upper word below 2^20).
//
// What remains: a State without the fields `position` and `velocity` is, byte for byte, a Command whose gains were left out for being
// zero. It is taken for the Command. No robot sends such a State: every writer writes the three vectors, empty or not.
#pragma once

#include <stdint.h>

#include "mc_rtc_msgs_generated.h"

namespace codec {

namespace msgs = robot_comm_msgs;

// Words (4 bytes) that each field occupies inside its table, by field id.
constexpr uint8_t kConfigWords[] = {1};
constexpr uint8_t kBodySensorWords[] = {1, 1, 1, 1};
constexpr uint8_t kForceSensorWords[] = {1, 1, 1};
constexpr uint8_t kStateWords[] = {1, 1, 1, 1, 1, 2};
constexpr uint8_t kCommandWords[] = {2, 2, 1, 1, 1, 2, 2};

// Larger tables than this are refused, so that one 64-bit mask covers the inline words. Ours have at most 52 bytes.
constexpr uint32_t kMaxInlineBytes = 256;

// Call only after the Verifier accepted the table: its vtable then lies inside the buffer.
template <uint32_t N>
inline bool InlineFieldsAreSound(const void* root, const uint8_t (&words)[N], const uint8_t* end) {
  const auto* table = static_cast<const uint8_t*>(root);
  const auto* vtable = reinterpret_cast<const uint16_t*>(table - *reinterpret_cast<const int32_t*>(table));
  const uint32_t vtable_bytes = vtable[0];
  if (vtable_bytes < 4) return false;
  const uint32_t inline_bytes = vtable[1];
  if (inline_bytes < 4 || inline_bytes > kMaxInlineBytes) return false;
  if (inline_bytes > static_cast<uint32_t>(end - table)) return false;

  const uint32_t slots = vtable_bytes / 2 - 2;
  const uint32_t known = slots < N ? slots : N;
  uint64_t taken = 1;  // the first word is the table's own offset to its vtable
  for (uint32_t slot = 0; slot < known; ++slot) {
    const uint32_t offset = vtable[2 + slot];
    if (offset == 0) continue;
    if ((offset & 3) != 0 || offset + 4 * words[slot] > inline_bytes) return false;
    const uint64_t mask = ((uint64_t{1} << words[slot]) - 1) << (offset / 4);
    if ((taken & mask) != 0) return false;
    taken |= mask;
  }
  // Fields of a newer schema: their type is not known here, only that they may not lie on a field of ours.
  for (uint32_t slot = known; slot < slots; ++slot) {
    const uint32_t offset = vtable[2 + slot];
    if (offset == 0) continue;
    if (offset >= inline_bytes || (taken >> (offset / 4) & 1) != 0) return false;
  }
  return true;
}

inline bool IsSubnormal(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return (bits << 1) != 0 && (bits << 1 >> 53) == 0;
}

template <typename T>
inline uint32_t SizeOf(const T* vector) {
  return vector == nullptr ? 0 : vector->size();
}

// Root plus this many sensors: bounds the time that a message can cost.
constexpr uint32_t kMaxTables = 256;

template <typename T, uint32_t N>
inline const T* VerifiedRoot(const uint8_t* bytes, uint32_t length, const uint8_t (&words)[N]) {
  flatbuffers::Verifier verifier(bytes, length, /*max_depth=*/4, kMaxTables);
  if (!verifier.VerifyBuffer<T>(nullptr)) return nullptr;
  const T* root = flatbuffers::GetRoot<T>(bytes);
  return InlineFieldsAreSound(root, words, bytes + length) ? root : nullptr;
}

inline const msgs::MessageCommand* VerifiedCommand(const uint8_t* bytes, uint32_t length) {
  const auto* command = VerifiedRoot<msgs::MessageCommand>(bytes, length, kCommandWords);
  return command != nullptr && !IsSubnormal(command->kp()) && !IsSubnormal(command->kd()) ? command : nullptr;
}

inline const msgs::MessageState* VerifiedState(const uint8_t* bytes, uint32_t length) {
  const auto* state = VerifiedRoot<msgs::MessageState>(bytes, length, kStateWords);
  return state != nullptr && !InlineFieldsAreSound(state, kCommandWords, bytes + length) ? state : nullptr;
}

}  // namespace codec
