/*
 * A barrier between MuJoCo's native library and a process that must go on.
 *
 * MuJoCo reports an error from which it cannot go on by calling a function that must not return: by default it ends the process. A function
 * in JavaScript cannot take its place, as it can only return. So every call in which MuJoCo may fail goes through one of the functions below: they
 * remember where they are, and the handler jumps back there. What MuJoCo says is kept, by thread.
 *
 * This file names nothing of MuJoCo, and needs no header of it: whoever calls hands over the addresses of its functions. A message
 * (mjLogMessage, since 3.10) has its level at its begin and its text 8 bytes later.
 *
 * cc -std=c11 -O2 -fPIC -shared -fvisibility=hidden mujoco_barrier.c -o libmujoco_barrier.so
 */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))
#define VERSION 1
#define LEVEL_WARNING 2
#define LEVEL_ERROR 3
#define SUBJECT_OFFSET 8
#define LONGEST 1024

static _Thread_local jmp_buf barrier;
static _Thread_local int is_armed;
static _Thread_local char error_text[LONGEST];
static _Thread_local char messages[8 * LONGEST];
static _Thread_local unsigned used;

/* The first messages are worth most: when there is no room, later ones are left out. */
static void keep(const char* text) {
  size_t length = strnlen(text, LONGEST - 1);
  if (used + length + 1 > sizeof messages) return;
  memcpy(messages + used, text, length);
  used += (unsigned)length;
  messages[used++] = '\n';
}

static void on_message(const void* message) {
  int level;
  memcpy(&level, message, sizeof level);
  const char* subject = (const char*)message + SUBJECT_OFFSET;
  if (level == LEVEL_WARNING) keep(subject);
  if (level < LEVEL_ERROR) return;
  if (!is_armed) {
    /* Of a call that is not behind the barrier: to return would be worse. */
    fprintf(stderr, "MuJoCo stopped: %.*s\n", LONGEST - 1, subject);
    abort();
  }
  size_t length = strnlen(subject, LONGEST - 1);
  memcpy(error_text, subject, length);
  error_text[length] = '\0';
  is_armed = 0;
  /* _longjmp and _setjmp leave the signal mask alone, which would be a system call in each step. */
  _longjmp(barrier, 1);
}

/* Version of this interface. */
EXPORTED int uri_barrier_version(void) { return VERSION; }

/* Puts the handler in place, for the whole process: `set_handler` is mju_setLogHandler. */
EXPORTED void uri_barrier_listen(void (*(*set_handler)(void (*)(const void*)))(const void*)) {
  set_handler(on_message);
}

/* Text of the last error of this thread. */
EXPORTED const char* uri_barrier_error(void) { return error_text; }

/* Takes the warnings of this thread, a line each: as many bytes as fit. Returns their number. */
EXPORTED unsigned uri_barrier_take(char* into, unsigned size) {
  unsigned count = used < size ? used : size;
  memcpy(into, messages, count);
  used = 0;
  return count;
}

/* The calls: 0, or 1 when MuJoCo stopped. */

EXPORTED int uri_barrier_call(void (*call)(const void*, void*), const void* model, void* data) {
  if (_setjmp(barrier)) return 1;
  is_armed = 1;
  call(model, data);
  is_armed = 0;
  return 0;
}

EXPORTED int uri_barrier_call_key(void (*call)(const void*, void*, int), const void* model, void* data, int key) {
  if (_setjmp(barrier)) return 1;
  is_armed = 1;
  call(model, data, key);
  is_armed = 0;
  return 0;
}

EXPORTED int uri_barrier_force(void (*call)(const void*, const void*, int, double*), const void* model, const void* data,
                               int contact, double* force) {
  if (_setjmp(barrier)) return 1;
  is_armed = 1;
  call(model, data, contact, force);
  is_armed = 0;
  return 0;
}

EXPORTED int uri_barrier_state(void (*call)(const void*, void*, double*, int), const void* model, void* data, double* state,
                               int kind) {
  if (_setjmp(barrier)) return 1;
  is_armed = 1;
  call(model, data, state, kind);
  is_armed = 0;
  return 0;
}

EXPORTED int uri_barrier_free(void (*call)(void*), void* what) {
  if (_setjmp(barrier)) return 1;
  is_armed = 1;
  call(what);
  is_armed = 0;
  return 0;
}

/* The makers: NULL when MuJoCo stopped, or gave NULL itself. */

EXPORTED void* uri_barrier_make(void* (*call)(const void*), const void* model) {
  if (_setjmp(barrier)) return NULL;
  error_text[0] = '\0';
  is_armed = 1;
  void* made = call(model);
  is_armed = 0;
  return made;
}

EXPORTED void* uri_barrier_load(void* (*call)(const void*, int), const void* bytes, int size) {
  if (_setjmp(barrier)) return NULL;
  error_text[0] = '\0';
  is_armed = 1;
  void* made = call(bytes, size);
  is_armed = 0;
  return made;
}

EXPORTED void* uri_barrier_read(void* (*call)(const char*, const void*, char*, int), const char* path, char* error,
                                int size) {
  if (_setjmp(barrier)) return NULL;
  error_text[0] = '\0';
  is_armed = 1;
  void* made = call(path, NULL, error, size);
  is_armed = 0;
  return made;
}
