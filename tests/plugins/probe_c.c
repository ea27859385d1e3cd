/*
 * The probe (probe.cpp) for the plain C interface, with a part of its script language:
 *
 *   log: FILE                     as there; the calls are `create`, `sync`, `servoJ`, `speedJ`, `tauJ`, `error`, `destroy`
 *   joints: N                     number of joints (6)
 *   initial: V...                 positions at the start (zeros)
 *   period_us: N                  as there (1000)
 *   step_us: N                    as there
 *   position: follow | constant   as there
 *   imu: NAME                     one inertial sensor
 *   force_sensor: NAME            one force sensor
 *   sensor_count: wild            the number of inertial sensors is another one in each cycle, up to 4294967295, and all have that name
 *   error: METHOD CYCLE CODE TEXT that function returns that code from that cycle on; METHOD: sync, read_state, servo_j, speed_j, tau_j
 *   create: CODE TEXT             uri_driver_create() returns that code
 *
 * ABI: another version of the interface. WITHOUT_SYNC: a function is missing.
 */
#define _POSIX_C_SOURCE 200809L
#include <uri_driver.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef ABI
#  define ABI URI_DRIVER_ABI_VERSION
#endif

enum { MOST_JOINTS = 32, LONGEST = 512 };

struct uri_driver
{
  char log_path[LONGEST];
  int log;
  uint32_t joints;
  double q[MOST_JOINTS], qd[MOST_JOINTS], tau[MOST_JOINTS], target[MOST_JOINTS], measured[MOST_JOINTS];
  long period_us, step_us, cycle;
  int constant, is_wild;
  char control;
  char imu[LONGEST], force_sensor[LONGEST];
  char error_method[32], error_text[LONGEST], last_error[LONGEST];
  long error_cycle;
  int error_code, create_code;
  char create_text[LONGEST];
  struct timespec due;
};

static long long to_ns(struct timespec time)
{
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void write_log(struct uri_driver * self, const char * what, const double * values, uint32_t count)
{
  char line[64 + 32 * MOST_JOINTS];
  struct timespec now;
  int length;
  if(self->log < 0) return;
  clock_gettime(CLOCK_MONOTONIC, &now);
  length = snprintf(line, sizeof line, "%lld\t%ld\t%s", to_ns(now), self->cycle, what);
  for(uint32_t i = 0; i < count && i < MOST_JOINTS; i++)
    length += snprintf(line + length, sizeof line - (size_t)length, "\t%.17g", values[i]);
  line[length++] = '\n';
  if(write(self->log, line, (size_t)length) < 0) self->log = -1;
}

/** Copies a text into a place of LONGEST bytes, cut where it is longer. */
static void copy(char * into, const char * text)
{
  const size_t length = strnlen(text, LONGEST - 1);
  memcpy(into, text, length);
  into[length] = '\0';
}

static int read_line(struct uri_driver * self, char * line)
{
  char * value = strchr(line, ':');
  char * end;
  int used = 0;
  line[strcspn(line, "\n")] = '\0';
  if(line[0] == '\0' || line[0] == '#') return 1;
  if(value == NULL) return 0;
  *value++ = '\0';
  while(*value == ' ') value++;
  if(strcmp(line, "log") == 0) copy(self->log_path, value);
  else if(strcmp(line, "joints") == 0) self->joints = (uint32_t)strtoul(value, NULL, 10);
  else if(strcmp(line, "initial") == 0)
  {
    for(int i = 0; i < MOST_JOINTS; i++, value = end)
    {
      const double number = strtod(value, &end);
      if(end == value) break;
      self->q[i] = number;
    }
  }
  else if(strcmp(line, "period_us") == 0) self->period_us = strtol(value, NULL, 10);
  else if(strcmp(line, "step_us") == 0) self->step_us = strtol(value, NULL, 10);
  else if(strcmp(line, "position") == 0) self->constant = strcmp(value, "constant") == 0;
  else if(strcmp(line, "sensor_count") == 0) self->is_wild = strcmp(value, "wild") == 0;
  else if(strcmp(line, "imu") == 0) copy(self->imu, value);
  else if(strcmp(line, "force_sensor") == 0) copy(self->force_sensor, value);
  else if(strcmp(line, "error") == 0)
  {
    if(sscanf(value, "%31s %ld %d %n", self->error_method, &self->error_cycle, &self->error_code, &used) < 3) return 0;
    copy(self->error_text, value + used);
  }
  else if(strcmp(line, "create") == 0)
  {
    if(sscanf(value, "%d %n", &self->create_code, &used) < 1) return 0;
    copy(self->create_text, value + used);
  }
  else return 0;
  return 1;
}

/** The error that the script wants of a function, or 0. */
static int32_t wanted_error(struct uri_driver * self, const char * method)
{
  if(strcmp(self->error_method, method) != 0 || self->cycle < self->error_cycle) return URI_DRIVER_OK;
  write_log(self, "error", NULL, 0);
  copy(self->last_error, self->error_text);
  return self->error_code;
}

static int32_t command(struct uri_driver * self, const char * method, const char * name, char control, const double * values, uint32_t count)
{
  int32_t code;
  write_log(self, name, values, count);
  code = wanted_error(self, method);
  if(code < 0) return code;
  if(count != self->joints)
  {
    snprintf(self->last_error, LONGEST, "%s(): %u values; wanted %u", name, count, self->joints);
    return URI_DRIVER_ERROR;
  }
  memcpy(self->target, values, count * sizeof *values);
  self->control = control;
  return URI_DRIVER_OK;
}

uint32_t uri_driver_abi_version(void)
{
  return ABI;
}

const char * uri_driver_class_name(uint32_t index)
{
  return index == 0 ? "RobotDriverProbeC" : NULL;
}

int32_t uri_driver_create(const uri_driver_config * config, uri_driver ** driver, char * error, uint32_t error_size)
{
  char line[2 * LONGEST];
  FILE * script = fopen(config->config_path, "r");
  struct uri_driver * self = calloc(1, sizeof *self);
  int code = URI_DRIVER_OK;
  if(script == NULL || self == NULL)
  {
    snprintf(error, error_size, "reading the probe's script %s: it cannot be opened; wanted a file, see probe_c.c", config->config_path);
    if(script != NULL) fclose(script);
    free(self);
    return URI_DRIVER_ERROR;
  }
  self->joints = 6;
  self->period_us = 1000;
  self->step_us = -1;
  self->log = -1;
  while(fgets(line, sizeof line, script) != NULL)
  {
    if(read_line(self, line)) continue;
    snprintf(error, error_size, "reading the probe's script: '%.200s' has no key of it; see probe_c.c", line);
    code = URI_DRIVER_ERROR;
  }
  fclose(script);
  if(self->step_us < 0) self->step_us = self->period_us;
  if(self->log_path[0] != '\0') self->log = open(self->log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  write_log(self, "create", NULL, 0);
  if(self->create_code != 0)
  {
    code = self->create_code;
    snprintf(error, error_size, "%s", self->create_text);
  }
  if(code < 0)
  {
    uri_driver_destroy(self);
    return code;
  }
  clock_gettime(CLOCK_MONOTONIC, &self->due);
  *driver = self;
  return URI_DRIVER_OK;
}

void uri_driver_destroy(uri_driver * self)
{
  write_log(self, "destroy", NULL, 0);
  if(self->log >= 0) close(self->log);
  free(self);
}

#ifndef WITHOUT_SYNC
int32_t uri_driver_sync(uri_driver * self)
{
  const double dt = (double)self->step_us * 1e-6;
  int32_t code;
  self->cycle++;
  code = wanted_error(self, "sync");
  if(code < 0) return code;
  if(self->period_us > 0)
  {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if(to_ns(self->due) + 2000LL * self->period_us < to_ns(now)) self->due = now;
    self->due.tv_nsec += 1000 * self->period_us;
    self->due.tv_sec += self->due.tv_nsec / 1000000000;
    self->due.tv_nsec %= 1000000000;
    while(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &self->due, NULL) != 0)
    {
    }
  }
  for(uint32_t i = 0; i < self->joints && !self->constant; i++)
  {
    const double before = self->q[i];
    if(self->control == 't') self->qd[i] += self->target[i] * dt;
    if(self->control == 'q') self->q[i] = self->target[i];
    if(self->control == 'v') self->q[i] += self->target[i] * dt;
    if(self->control == 't') self->q[i] += self->qd[i] * dt;
    else self->qd[i] = dt > 0 ? (self->q[i] - before) / dt : 0;
    self->tau[i] = self->control == 't' ? self->target[i] : 0;
  }
  memcpy(self->measured, self->q, sizeof self->q);
  write_log(self, "sync", self->measured, self->joints);
  return URI_DRIVER_OK;
}
#endif

int32_t uri_driver_read_state(uri_driver * self, uri_driver_state * state)
{
  const int32_t code = wanted_error(self, "read_state");
  const uint32_t n = self->joints < state->joint_capacity ? self->joints : state->joint_capacity;
  if(code < 0) return code;
  if(self->cycle == 0) return URI_DRIVER_OK;
  memcpy(state->position, self->measured, n * sizeof(double));
  memcpy(state->velocity, self->qd, n * sizeof(double));
  memcpy(state->torque, self->tau, n * sizeof(double));
  state->position_count = state->velocity_count = state->torque_count = self->joints;
  if(self->imu[0] != '\0' && state->imu_capacity > 0)
  {
    const uri_driver_imu imu = {1, 0, {1, 0, 0, 0}, {0.1, 0.2, 0.3}, {0, 0, 9.81}};
    state->imus[0] = imu;
    state->imu_count = self->is_wild ? UINT32_MAX >> self->cycle % 32 : 1;
  }
  if(self->force_sensor[0] != '\0' && state->force_sensor_capacity > 0)
  {
    const uri_driver_wrench wrench = {1, 0, {1, 2, 3}, {4, 5, 6}};
    state->force_sensors[0] = wrench;
    state->force_sensor_count = 1;
  }
  return URI_DRIVER_OK;
}

int32_t uri_driver_servo_j(uri_driver * self, const double * q, uint32_t count)
{
  return command(self, "servo_j", "servoJ", 'q', q, count);
}

int32_t uri_driver_speed_j(uri_driver * self, const double * qd, uint32_t count)
{
  return command(self, "speed_j", "speedJ", 'v', qd, count);
}

int32_t uri_driver_tau_j(uri_driver * self, const double * tau, uint32_t count)
{
  return command(self, "tau_j", "tauJ", 't', tau, count);
}

const char * uri_driver_imu_name(uri_driver * self, uint32_t index)
{
  return (index == 0 || self->is_wild) && self->imu[0] != '\0' ? self->imu : NULL;
}

const char * uri_driver_force_sensor_name(uri_driver * self, uint32_t index)
{
  return index == 0 && self->force_sensor[0] != '\0' ? self->force_sensor : NULL;
}

uint32_t uri_driver_last_error(uri_driver * self, char * text, uint32_t size)
{
  snprintf(text, size, "%s", self->last_error);
  return (uint32_t)strlen(self->last_error);
}
