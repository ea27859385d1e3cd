/* A controller in C over uri_controller.h alone: holds every robot where it was initialised. */
#include <uri_controller.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef ABI_VERSION
#  define ABI_VERSION URI_CONTROLLER_ABI_VERSION
#endif

/* Values of a command that are written from run number WRITES_LESS_FROM on. */
#ifdef WRITTEN
#  define WRITES(controller, count) ((controller)->runs < WRITES_LESS_FROM ? (count) : WRITTEN)
#else
#  define WRITES(controller, count) (count)
#endif

/* What a function returns in the place of 0, without a text: -DCODE_OF_START=-5. */
#ifndef CODE_OF_START
#  define CODE_OF_START URI_CONTROLLER_OK
#endif
#ifndef CODE_OF_INITIALIZE_ROBOTS
#  define CODE_OF_INITIALIZE_ROBOTS URI_CONTROLLER_OK
#endif
#ifndef CODE_OF_STOP
#  define CODE_OF_STOP URI_CONTROLLER_OK
#endif
#ifndef CODE_OF_IS_RUNNING
#  define CODE_OF_IS_RUNNING controller->is_running
#endif

#define MOST_JOINTS 64

struct uri_controller
{
  double time_step;
  uint32_t robots;
  uint32_t runs;
  int32_t is_running;
  double (*held)[MOST_JOINTS];
  char error[256];
};

uint32_t uri_controller_abi_version(void)
{
  return ABI_VERSION;
}

const char * uri_controller_backend_name(void)
{
  return "plain";
}

int32_t uri_controller_create(const uri_controller_setup * setup,
                              uri_controller ** controller,
                              char * error,
                              uint32_t size)
{
  if(strstr(setup->configuration, "\"refuse\":true") != NULL)
  {
    snprintf(error, size, "refuse: is true, wanted false");
    return URI_CONTROLLER_ERROR;
  }
  *controller = calloc(1, sizeof(uri_controller));
  (*controller)->time_step = (double)setup->time_step_ns / 1e9;
  (*controller)->robots = setup->robot_count;
  (*controller)->held = calloc(setup->robot_count, sizeof(double[MOST_JOINTS]));
  return URI_CONTROLLER_OK;
}

void uri_controller_destroy(uri_controller * controller)
{
  free(controller->held);
  free(controller);
}

double uri_controller_time_step(uri_controller * controller)
{
  return controller->time_step;
}

int32_t uri_controller_start(uri_controller * controller)
{
  controller->is_running = 1;
  return CODE_OF_START;
}

int32_t uri_controller_stop(uri_controller * controller)
{
  controller->is_running = 0;
  return CODE_OF_STOP;
}

int32_t uri_controller_is_running(uri_controller * controller)
{
  (void)controller;
  return CODE_OF_IS_RUNNING;
}

int32_t uri_controller_initialize_robots(uri_controller * controller)
{
  (void)controller;
  return CODE_OF_INITIALIZE_ROBOTS;
}

int32_t uri_controller_initialize_robot(uri_controller * controller, uint32_t robot, const double * q, uint32_t count)
{
  memcpy(controller->held[robot], q, count * sizeof(double));
  return URI_CONTROLLER_OK;
}

int32_t uri_controller_set_state(uri_controller * controller, uint32_t robot, const uri_controller_state * state)
{
  if(state->struct_size < sizeof(*state) || robot >= controller->robots)
  {
    snprintf(controller->error, sizeof(controller->error), "set_state: of another version");
    return URI_CONTROLLER_ERROR;
  }
  return URI_CONTROLLER_OK;
}

#ifndef WITHOUT_RUN
int32_t uri_controller_run(uri_controller * controller)
{
  controller->runs++;
  return URI_CONTROLLER_OK;
}
#endif

int32_t uri_controller_command(uri_controller * controller,
                               uint32_t robot,
                               uint32_t mode,
                               double * into,
                               uint32_t count)
{
  for(uint32_t i = 0; i < WRITES(controller, count); i++)
    into[i] = mode == URI_CONTROLLER_POSITION ? controller->held[robot][i] : 0;
  return URI_CONTROLLER_OK;
}

uint32_t uri_controller_last_error(uri_controller * controller, char * text, uint32_t size)
{
  return (uint32_t)snprintf(text, size, "%s", controller->error);
}
