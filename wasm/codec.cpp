// The codec of the wire messages, over the official FlatBuffers headers, as one WebAssembly module without imports.
//
// - Nothing allocates: the builder has a workbench of fixed size, sensors are matched in place, every bound is checked before.
// - Every message from outside is verified and checked as a whole before the first value of the receiving block changes.
// - Blocks, inbox, outbox and workbench are given by the TypeScript side (codec.ts), which alone knows how memory is divided.
#include "codec_blocks.h"
#include "codec_builder.h"
#include "codec_checks.h"
#include "codec_template.h"

// The headers name the heap where they would use it without our allocator. There is none: a use is a defect and traps.
void* operator new(size_t) { __builtin_trap(); }
void operator delete(void*) noexcept {}
void operator delete(void*, size_t) noexcept {}
void* operator new[](size_t) { __builtin_trap(); }
void operator delete[](void*) noexcept {}

// Named here, so that the linker takes this for a library: otherwise it wraps every export into start and exit of a program.
extern "C" void __wasm_call_ctors();

namespace {

using namespace codec;

// The same numbers as in codec_status.ts.
enum Status : int32_t {
  kOk = 0,
  kMalformed = -1,
  kTooManyJoints = -2,
  kNotOneVector = -3,
  kTooLarge = -4,
  kWrongType = -5,
  kDuplicateSensor = -6,
};

uint64_t* g_inbox;
uint64_t* g_outbox;
uint32_t g_message_bytes;  // capacity of inbox and outbox
const flatbuffers::String* g_config;
// Per sensor of the message being decoded: the slot that it fills, or null when its name is not known.
SensorSlot* g_match[kMaxTables];

inline const uint8_t* InboxBytes() { return reinterpret_cast<const uint8_t*>(g_inbox); }

// Doubles of a message may lie at any multiple of four: the Verifier does not ask for more.
inline void ReadDoubles(const Doubles* from, double* to) {
  const uint32_t count = SizeOf(from);
  if (count == 0) return;
  const uint8_t* bytes = from->Data();
  for (uint32_t i = 0; i < count; ++i) __builtin_memcpy(to + i, bytes + 8 * i, sizeof(double));
}

inline bool CountsFit(const int32_t (&counts)[3], uint32_t joints) {
  return static_cast<uint32_t>(counts[0]) <= joints && static_cast<uint32_t>(counts[1]) <= joints &&
         static_cast<uint32_t>(counts[2]) <= joints;
}

inline bool OneVectorFilled(const int32_t (&counts)[3]) {
  return (counts[0] != 0) + (counts[1] != 0) + (counts[2] != 0) == 1;
}

inline void SetCounts(int32_t (&counts)[3], const int32_t (&to)[3]) {
  for (int i = 0; i < 3; ++i) counts[i] = to[i];
}

template <typename Message>
inline void ReadCounts(const Message* message, int32_t (&counts)[3]) {
  counts[0] = static_cast<int32_t>(SizeOf(message->position()));
  counts[1] = static_cast<int32_t>(SizeOf(message->velocity()));
  counts[2] = static_cast<int32_t>(SizeOf(message->torque()));
}

template <typename Message, typename Block>
inline void ReadJoints(const Message* message, Block* block) {
  SetCounts(block->counts, block->received);
  ReadDoubles(message->position(), block->values);
  ReadDoubles(message->velocity(), block->values + block->joints);
  ReadDoubles(message->torque(), block->values + 2 * block->joints);
}

inline bool IsNamed(const SensorSlot& slot, const uint8_t* name, uint32_t length) {
  return slot.name_length == length && __builtin_memcmp(slot.name, name, length) == 0;
}

// Sensors usually come in the module's order: `guess` is looked at first.
SensorSlot* FindSlot(SensorSlot* slots, uint32_t count, uint32_t guess, const uint8_t* name, uint32_t length) {
  if (guess < count && IsNamed(slots[guess], name, length)) return slots + guess;
  for (uint32_t i = 0; i < count; ++i) {
    if (IsNamed(slots[i], name, length)) return slots + i;
  }
  return nullptr;
}

inline bool SizesAreSound(const msgs::MessageBodySensor* sensor) {
  const uint32_t orientation = SizeOf(sensor->orientation());
  const uint32_t angular = SizeOf(sensor->angular_velocity());
  const uint32_t linear = SizeOf(sensor->linear_acceleration());
  return (orientation == 0 || orientation == kBodyParts[0]) && (angular == 0 || angular == kBodyParts[1]) &&
         (linear == 0 || linear == kBodyParts[2]);
}

inline bool SizesAreSound(const msgs::MessageForceSensor* sensor) {
  const uint32_t force = SizeOf(sensor->force());
  const uint32_t torque = SizeOf(sensor->torque());
  return (force == 0 || force == kForceParts[0]) && (torque == 0 || torque == kForceParts[1]);
}

inline void ReadPart(const Doubles* from, double* to, uint32_t count, double first) {
  if (SizeOf(from) != 0) return ReadDoubles(from, to);
  to[0] = first;
  for (uint32_t i = 1; i < count; ++i) to[i] = 0;
}

// An absent orientation reads as "not turned", other absent vectors as zero.
inline void ReadValues(const msgs::MessageBodySensor* sensor, double* to) {
  ReadPart(sensor->orientation(), to, kBodyParts[0], 1);
  ReadPart(sensor->angular_velocity(), to + 4, kBodyParts[1], 0);
  ReadPart(sensor->linear_acceleration(), to + 7, kBodyParts[2], 0);
}

inline void ReadValues(const msgs::MessageForceSensor* sensor, double* to) {
  ReadPart(sensor->force(), to, kForceParts[0], 0);
  ReadPart(sensor->torque(), to + 3, kForceParts[1], 0);
}

struct Unknown {
  uint32_t count = 0;
  const flatbuffers::String* first = nullptr;
};

// Checks the sensors of a verified State and finds their slots; changes nothing of the State but the slots' scratch.
template <typename Sensor, uint32_t N>
Status MatchSensors(const flatbuffers::Vector<Offset<Sensor>>* sensors, const uint8_t (&words)[N], SensorSlot* slots,
                    uint32_t count, SensorSlot** match, Unknown& unknown, const uint8_t* end) {
  for (uint32_t i = 0; i < count; ++i) slots[i].seen = 0;
  const uint32_t size = SizeOf(sensors);
  for (uint32_t i = 0; i < size; ++i) {
    const Sensor* sensor = sensors->Get(i);
    if (!InlineFieldsAreSound(sensor, words, end) || !SizesAreSound(sensor)) return kMalformed;
    const flatbuffers::String* name = sensor->name();
    const uint32_t length = SizeOf(name);
    SensorSlot* slot = length == 0 ? nullptr : FindSlot(slots, count, i, name->Data(), length);
    match[i] = slot;
    if (slot == nullptr) {
      if (unknown.count++ == 0) unknown.first = name;
    } else if (slot->seen++ != 0) {
      return kDuplicateSensor;
    }
  }
  return kOk;
}

template <typename Sensor>
inline void ReadSensors(const flatbuffers::Vector<Offset<Sensor>>* sensors, SensorSlot* slots, uint32_t count,
                        SensorSlot* const* match) {
  for (uint32_t i = 0; i < count; ++i) slots[i].present = slots[i].seen;
  const uint32_t size = SizeOf(sensors);
  for (uint32_t i = 0; i < size; ++i) {
    if (match[i] != nullptr) ReadValues(sensors->Get(i), match[i]->values);
  }
}

inline void ReadUnknown(const Unknown& unknown, StateBlock* block) {
  block->unknown_count = unknown.count;
  if (unknown.count == 0) return;
  const uint32_t length = SizeOf(unknown.first);
  block->unknown_name_length = length < kUnknownNameCapacity ? length : kUnknownNameCapacity;
  for (uint32_t i = 0; i < block->unknown_name_length; ++i) block->unknown_name[i] = unknown.first->Get(i);
}

Status DecodeVerified(StateBlock* block, uint32_t length) {
  SetCounts(block->received, {0, 0, 0});
  if (length > g_message_bytes) return kTooLarge;
  const auto* state = VerifiedState(InboxBytes(), length);
  if (state == nullptr) return VerifiedCommand(InboxBytes(), length) == nullptr ? kMalformed : kWrongType;
  ReadCounts(state, block->received);

  const uint8_t* end = InboxBytes() + length;
  SensorSlot* bodies = block->sensors;
  SensorSlot* forces = block->sensors + block->body_count;
  SensorSlot** force_match = g_match + SizeOf(state->body_sensors());
  Unknown unknown;
  Status status = MatchSensors(state->body_sensors(), kBodySensorWords, bodies, block->body_count, g_match, unknown, end);
  if (status != kOk) return status;
  status = MatchSensors(state->force_sensors(), kForceSensorWords, forces, block->force_count, force_match, unknown, end);
  if (status != kOk) return status;
  if (!CountsFit(block->received, block->joints)) return kTooManyJoints;

  ReadJoints(state, block);
  block->stamp = state->stamp();
  ReadSensors(state->body_sensors(), bodies, block->body_count, g_match);
  ReadSensors(state->force_sensors(), forces, block->force_count, force_match);
  ReadUnknown(unknown, block);
  if (!TemplateFits(block)) BuildTemplate(block);
  return kOk;
}

Status DecodeVerified(CommandBlock* block, uint32_t length) {
  SetCounts(block->received, {0, 0, 0});
  if (length > g_message_bytes) return kTooLarge;
  const auto* command = VerifiedCommand(InboxBytes(), length);
  if (command == nullptr) return VerifiedState(InboxBytes(), length) == nullptr ? kMalformed : kWrongType;
  ReadCounts(command, block->received);
  if (!OneVectorFilled(block->received)) return kNotOneVector;
  if (!CountsFit(block->received, block->joints)) return kTooManyJoints;

  ReadJoints(command, block);
  block->kp = command->kp();
  block->kd = command->kd();
  block->state_stamp = command->state_stamp();
  block->state_hold = command->state_hold();
  if (!TemplateFits(block)) BuildTemplate(block);
  return kOk;
}

}  // namespace

#define CODEC_EXPORT(name) extern "C" __attribute__((export_name(#name))) auto name

// Once, before everything else. All addresses are multiples of 8.
CODEC_EXPORT(init)(uint64_t* inbox, uint64_t* outbox, uint32_t message_bytes, uint8_t* workbench, uint32_t workbench_bytes)->void {
  __wasm_call_ctors();
  g_inbox = inbox;
  g_outbox = outbox;
  g_message_bytes = message_bytes;
  CreateBuilder(workbench, workbench_bytes);
}

CODEC_EXPORT(encode_state)(StateBlock* block)->int32_t {
  if (!TemplateFits(block)) {
    if (!CountsFit(block->counts, block->joints)) return kTooManyJoints;
    BuildTemplate(block);
  }
  WriteByTemplate(block->layout, g_outbox);
  return static_cast<int32_t>(block->layout.bytes);
}

CODEC_EXPORT(decode_state)(StateBlock* block, uint32_t length)->int32_t {
  const Template& layout = block->layout;
  if (!StructureIsEqual(layout, g_inbox, length)) return DecodeVerified(block, length);
  SetCounts(block->received, layout.counts);
  SetCounts(block->counts, layout.counts);
  block->unknown_count = 0;
  const uint32_t sensors = block->body_count + block->force_count;
  for (uint32_t i = 0; i < sensors; ++i) block->sensors[i].present = block->sensors[i].in_template;
  ReadByTemplate(layout, g_inbox);
  return kOk;
}

CODEC_EXPORT(encode_command)(CommandBlock* block)->int32_t {
  if (!TemplateFits(block)) {
    if (!CountsFit(block->counts, block->joints)) return kTooManyJoints;
    if (!OneVectorFilled(block->counts)) return kNotOneVector;
    BuildTemplate(block);
  }
  WriteByTemplate(block->layout, g_outbox);
  return static_cast<int32_t>(block->layout.bytes);
}

CODEC_EXPORT(decode_command)(CommandBlock* block, uint32_t length)->int32_t {
  const Template& layout = block->layout;
  if (!StructureIsEqual(layout, g_inbox, length)) return DecodeVerified(block, length);
  // The one check that depends on values.
  const auto* command = flatbuffers::GetRoot<msgs::MessageCommand>(g_inbox);
  if (IsSubnormal(command->kp()) || IsSubnormal(command->kd())) return DecodeVerified(block, length);
  SetCounts(block->received, layout.counts);
  SetCounts(block->counts, layout.counts);
  ReadByTemplate(layout, g_inbox);
  return kOk;
}

// The text, UTF-8, lies at the start of the inbox; the message goes to the outbox.
CODEC_EXPORT(encode_config)(uint32_t text_length)->int32_t {
  constexpr uint32_t kOverhead = 64;  // table, vtable, lengths and padding, rounded up
  if (text_length > g_message_bytes || text_length + kOverhead > g_message_bytes) return kTooLarge;
  FlatBufferBuilder& builder = FreshBuilder();
  const auto text = builder.CreateString(reinterpret_cast<const char*>(g_inbox), text_length);
  builder.Finish(msgs::CreateMessageConfig(builder, text));
  __builtin_memcpy(g_outbox, builder.GetBufferPointer(), builder.GetSize());
  return static_cast<int32_t>(builder.GetSize());
}

CODEC_EXPORT(decode_config)(uint32_t length)->int32_t {
  if (length > g_message_bytes) return kTooLarge;
  const auto* config = VerifiedRoot<msgs::MessageConfig>(InboxBytes(), length, kConfigWords);
  if (config == nullptr || config->config() == nullptr) return kMalformed;
  g_config = config->config();
  return kOk;
}

// Where the text of the last decoded MessageConfig lies, as a distance from the start of the inbox, and its length [bytes].
CODEC_EXPORT(config_text)()->uint32_t { return static_cast<uint32_t>(g_config->Data() - InboxBytes()); }
CODEC_EXPORT(config_text_length)()->uint32_t { return g_config->size(); }
