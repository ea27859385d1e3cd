/**
 * @file api.h
 * Marks of exported symbols. A driver needs them only where its project hides symbols by default.
 */
#pragma once

#if defined(_WIN32) || defined(__CYGWIN__)
#  define ROBOT_DRIVER_DLLIMPORT __declspec(dllimport)
#  define ROBOT_DRIVER_DLLEXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#  define ROBOT_DRIVER_DLLIMPORT __attribute__((visibility("default")))
#  define ROBOT_DRIVER_DLLEXPORT __attribute__((visibility("default")))
#else
#  define ROBOT_DRIVER_DLLIMPORT
#  define ROBOT_DRIVER_DLLEXPORT
#endif

/** On the plugin functions of a driver. */
#define ROBOT_DRIVER_DLLAPI ROBOT_DRIVER_DLLEXPORT

// Earlier names of the same.
#define MC_ROBOT_DRIVER_DLLIMPORT ROBOT_DRIVER_DLLIMPORT
#define MC_ROBOT_DRIVER_DLLEXPORT ROBOT_DRIVER_DLLEXPORT
#define MC_ROBOT_DRIVER_DLLAPI ROBOT_DRIVER_DLLAPI
