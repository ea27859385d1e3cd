// The blocks of memory that the codec shares with TypeScript (codec_layout.ts holds the same offsets).
// They are laid out once, when a message is created; afterwards only their values change.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace codec {

// Values of a message, 8 bytes each, and where they lie in its encoded form: behind `gap_words` words of structure.
struct Span {
  uint32_t gap_words;
  uint32_t words;
  uint64_t* values;
  uint32_t reserved;
};

// The encoded form of a message, for the counts and the sensors that it was built with: structure and, between it, values.
struct Template {
  int32_t counts[3];
  uint32_t bytes;  // length of the encoded message; 0: not built yet
  uint32_t span_count;
  Span* spans;
  uint64_t* words;
  uint32_t reserved;
};

// One IMU or force sensor of a State. `values` of an IMU: orientation 4, angular velocity 3, linear acceleration 3;
// of a force sensor: force 3, torque 3.
struct SensorSlot {
  uint32_t present;
  uint32_t seen;  // scratch of a running decode
  const char* name;
  uint32_t name_length;
  double* values;
  uint32_t in_template;  // present when the template was built
};

constexpr uint32_t kUnknownNameCapacity = 64;

// A State. `values` holds position, velocity and torque, `joints` numbers each; `sensors` the IMUs, then the force sensors.
struct StateBlock {
  int32_t counts[3];
  int32_t received[3];
  uint32_t joints;
  uint32_t body_count;
  uint32_t force_count;
  uint32_t unknown_count;
  uint32_t unknown_name_length;
  double* values;
  SensorSlot* sensors;
  uint32_t reserved;
  uint64_t stamp;
  Template layout;
  char unknown_name[kUnknownNameCapacity];
};

// A Command. `values` as in a State.
struct CommandBlock {
  int32_t counts[3];
  int32_t received[3];
  uint32_t joints;
  double* values;
  double kp;
  double kd;
  uint64_t state_stamp;
  uint64_t state_hold;
  Template layout;
};

static_assert(sizeof(void*) == 4, "the blocks are laid out for 32-bit WebAssembly");
static_assert(sizeof(Span) == 16 && sizeof(Template) == 32 && sizeof(SensorSlot) == 24);
static_assert(offsetof(Template, spans) == 20 && offsetof(Template, words) == 24);
static_assert(offsetof(SensorSlot, name) == 8 && offsetof(SensorSlot, values) == 16);
static_assert(offsetof(StateBlock, values) == 44 && offsetof(StateBlock, stamp) == 56 && offsetof(StateBlock, layout) == 64);
static_assert(offsetof(StateBlock, unknown_name) == 96 && sizeof(StateBlock) == 160);
static_assert(offsetof(CommandBlock, kp) == 32 && offsetof(CommandBlock, layout) == 64 && sizeof(CommandBlock) == 96);

}  // namespace codec
