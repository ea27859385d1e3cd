// Templates make the cycle cheap. The official builder writes a message once for each layout (counts and sensors present); all
// scalars are written, also those that are zero, so the layout depends on nothing else. From then on
//
// - encoding streams the structure from the template and the values from the message;
// - decoding compares the structure with the template's and, when every byte of it is equal, reads the values. The verdict of the
//   Verifier and of our checks depends on the structure alone, and the template passes both; so an equal structure passes too.
//   Anything else goes through the Verifier.
#pragma once

#include "codec_blocks.h"
#include "codec_builder.h"
#include "codec_checks.h"

namespace codec {

inline bool SameCounts(const int32_t (&a)[3], const int32_t (&b)[3]) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }

inline bool TemplateFits(const StateBlock* block) {
  if (block->layout.bytes == 0 || !SameCounts(block->counts, block->layout.counts)) return false;
  const uint32_t sensors = block->body_count + block->force_count;
  for (uint32_t i = 0; i < sensors; ++i) {
    if (block->sensors[i].present != block->sensors[i].in_template) return false;
  }
  return true;
}

inline bool TemplateFits(const CommandBlock* block) {
  return block->layout.bytes != 0 && SameCounts(block->counts, block->layout.counts);
}

// Adds values that lie at `at` in the template's words. While a template is built, `gap_words` holds where the span begins.
// Spans are kept in order; they come nearly so, because the builder writes from the end to the start.
inline void AddSpan(Template& layout, const void* at, const void* values, uint32_t words) {
  const auto begin = static_cast<uint32_t>(static_cast<const uint64_t*>(at) - layout.words);
  uint32_t i = layout.span_count++;
  for (; i > 0 && layout.spans[i - 1].gap_words > begin; --i) layout.spans[i] = layout.spans[i - 1];
  layout.spans[i] = {begin, words, static_cast<uint64_t*>(const_cast<void*>(values)), 0};
}

inline void AddVector(Template& layout, const flatbuffers::Vector<double>* vector, const double* values) {
  if (vector != nullptr && vector->size() != 0) AddSpan(layout, vector->Data(), values, vector->size());
}

inline void AddScalar(Template& layout, const void* table, flatbuffers::voffset_t field, const void* value) {
  AddSpan(layout, static_cast<const flatbuffers::Table*>(table)->GetAddressOf(field), value, 1);
}

inline void StartTemplate(Template& layout, const int32_t (&counts)[3], const flatbuffers::FlatBufferBuilder& builder) {
  for (int i = 0; i < 3; ++i) layout.counts[i] = counts[i];
  layout.bytes = builder.GetSize();
  layout.span_count = 0;
  __builtin_memcpy(layout.words, builder.GetBufferPointer(), layout.bytes);
}

inline void FinishTemplate(Template& layout) {
  uint32_t end = 0;
  for (uint32_t i = 0; i < layout.span_count; ++i) {
    Span& span = layout.spans[i];
    const uint32_t begin = span.gap_words;
    span.gap_words = begin - end;
    end = begin + span.words;
  }
}

inline void BuildTemplate(StateBlock* block) {
  Template& layout = block->layout;
  StartTemplate(layout, block->counts, BuildState(block));
  const auto* state = flatbuffers::GetRoot<msgs::MessageState>(layout.words);
  AddScalar(layout, state, msgs::MessageState::VT_STAMP, &block->stamp);
  AddVector(layout, state->position(), block->values);
  AddVector(layout, state->velocity(), block->values + block->joints);
  AddVector(layout, state->torque(), block->values + 2 * block->joints);
  for (uint32_t i = block->body_count, k = SizeOf(state->body_sensors()); i-- > 0;) {
    SensorSlot& slot = block->sensors[i];
    slot.in_template = slot.present;
    if (slot.present == 0) continue;
    const auto* sensor = state->body_sensors()->Get(--k);
    AddVector(layout, sensor->orientation(), slot.values);
    AddVector(layout, sensor->angular_velocity(), slot.values + 4);
    AddVector(layout, sensor->linear_acceleration(), slot.values + 7);
  }
  for (uint32_t i = block->force_count, k = SizeOf(state->force_sensors()); i-- > 0;) {
    SensorSlot& slot = block->sensors[block->body_count + i];
    slot.in_template = slot.present;
    if (slot.present == 0) continue;
    const auto* sensor = state->force_sensors()->Get(--k);
    AddVector(layout, sensor->force(), slot.values);
    AddVector(layout, sensor->torque(), slot.values + 3);
  }
  FinishTemplate(layout);
}

inline void BuildTemplate(CommandBlock* block) {
  Template& layout = block->layout;
  StartTemplate(layout, block->counts, BuildCommand(block));
  const auto* command = flatbuffers::GetRoot<msgs::MessageCommand>(layout.words);
  AddScalar(layout, command, msgs::MessageCommand::VT_KP, &block->kp);
  AddScalar(layout, command, msgs::MessageCommand::VT_KD, &block->kd);
  AddScalar(layout, command, msgs::MessageCommand::VT_STATE_STAMP, &block->state_stamp);
  AddScalar(layout, command, msgs::MessageCommand::VT_STATE_HOLD, &block->state_hold);
  AddVector(layout, command->position(), block->values);
  AddVector(layout, command->velocity(), block->values + block->joints);
  AddVector(layout, command->torque(), block->values + 2 * block->joints);
  FinishTemplate(layout);
}

// Structure from the template, values from the message.
inline void WriteByTemplate(const Template& layout, uint64_t* to) {
  const uint64_t* from = layout.words;
  const uint64_t* end = from + layout.bytes / 8;
  for (const Span *span = layout.spans, *last = span + layout.span_count; span != last; ++span) {
    for (const uint64_t* gap_end = from + span->gap_words; from != gap_end;) *to++ = *from++;
    const uint64_t* values = span->values;
    for (const uint64_t* values_end = values + span->words; values != values_end;) *to++ = *values++;
    from += span->words;
  }
  while (from != end) *to++ = *from++;
}

// Whether everything but the values is equal, byte for byte.
inline bool StructureIsEqual(const Template& layout, const uint64_t* message, uint32_t length) {
  if (length != layout.bytes || length == 0) return false;
  const uint64_t* from = layout.words;
  const uint64_t* end = from + layout.bytes / 8;
  uint64_t different = 0;
  for (const Span *span = layout.spans, *last = span + layout.span_count; span != last; ++span) {
    for (const uint64_t* gap_end = from + span->gap_words; from != gap_end;) different |= *message++ ^ *from++;
    from += span->words;
    message += span->words;
  }
  while (from != end) different |= *message++ ^ *from++;
  return different == 0;
}

inline void ReadByTemplate(const Template& layout, const uint64_t* message) {
  for (const Span *span = layout.spans, *last = span + layout.span_count; span != last; ++span) {
    message += span->gap_words;
    uint64_t* values = span->values;
    for (uint64_t* values_end = values + span->words; values != values_end;) *values++ = *message++;
  }
}

}  // namespace codec
