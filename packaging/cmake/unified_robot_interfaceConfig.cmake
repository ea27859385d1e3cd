# find_package(unified_robot_interface) for drivers and controllers of uri.
#
# Targets: unified_robot_interface::robot_driver_api      headers of drivers, C++17 (and uri_driver.h for C)
#          unified_robot_interface::robot_controller_api  headers of controllers, C++17 (and uri_controller.h for C)
# Functions: add_robot_driver(<target>)
#            add_robot_controller(<target> <NAME>)
# Variables: unified_robot_interface_PREFIX          where uri is installed
#            unified_robot_interface_INCLUDE_DIR     its headers
#            unified_robot_interface_EXECUTABLE      uri itself
#            unified_robot_interface_DRIVER_DIR      where uri looks for drivers
#            unified_robot_interface_CONTROLLER_DIR  where uri looks for controllers

# How this file is read is its own business, not that of the project that finds it.
cmake_policy(PUSH)
cmake_policy(VERSION 3.16)

# The real place of this file, as uri takes its own: a link to the folder, such as /lib to /usr/lib, does not lead elsewhere.
get_filename_component(_uri_folder "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_uri_folder "${_uri_folder}" DIRECTORY)
get_filename_component(unified_robot_interface_PREFIX "${_uri_folder}/../../.." ABSOLUTE)
unset(_uri_folder)
set(unified_robot_interface_INCLUDE_DIR "${unified_robot_interface_PREFIX}/include")
set(unified_robot_interface_EXECUTABLE "${unified_robot_interface_PREFIX}/bin/uri")
set(unified_robot_interface_DRIVER_DIR "${unified_robot_interface_PREFIX}/lib/robot_interface")
set(unified_robot_interface_CONTROLLER_DIR "${unified_robot_interface_PREFIX}/lib/robot_controller")

foreach(_uri_header IN ITEMS uri_driver.h robot_interface/RobotDriverTemplate.h)
  if(NOT EXISTS "${unified_robot_interface_INCLUDE_DIR}/${_uri_header}")
    set(unified_robot_interface_FOUND FALSE)
    set(unified_robot_interface_NOT_FOUND_MESSAGE
      "${unified_robot_interface_INCLUDE_DIR}/${_uri_header} is missing: install uri again, uri install --prefix ${unified_robot_interface_PREFIX}")
    cmake_policy(POP)
    return()
  endif()
endforeach()
unset(_uri_header)

# A project in C alone knows no C++ standard to ask for.
get_property(_uri_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
foreach(_uri_target IN ITEMS robot_driver_api robot_controller_api)
  if(NOT TARGET unified_robot_interface::${_uri_target})
    add_library(unified_robot_interface::${_uri_target} INTERFACE IMPORTED)
    set_target_properties(unified_robot_interface::${_uri_target} PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${unified_robot_interface_INCLUDE_DIR}")
    if("CXX" IN_LIST _uri_languages)
      set_target_properties(unified_robot_interface::${_uri_target} PROPERTIES INTERFACE_COMPILE_FEATURES cxx_std_17)
    endif()
  endif()
endforeach()
unset(_uri_target)
unset(_uri_languages)

# Says once how `cmake --install` reaches the folder where uri looks, when it would not.
function(_uri_tell_prefix)
  get_property(told GLOBAL PROPERTY _uri_told_prefix)
  get_filename_component(here "${CMAKE_INSTALL_PREFIX}" REALPATH)
  if(told OR here STREQUAL unified_robot_interface_PREFIX)
    return()
  endif()
  set_property(GLOBAL PROPERTY _uri_told_prefix TRUE)
  message(STATUS
    "uri looks for plugins in ${unified_robot_interface_PREFIX}, and this project installs to ${CMAKE_INSTALL_PREFIX}. "
    "To install it for uri: cmake -DCMAKE_INSTALL_PREFIX=${unified_robot_interface_PREFIX} ${CMAKE_BINARY_DIR}")
endfunction()

# Warns of an installation to ${CMAKE_INSTALL_LIBDIR}/<folder> where that is another folder than lib. A project that says lib/<folder> is right.
function(_uri_check_folder target folder file)
  get_property(told GLOBAL PROPERTY _uri_told_${folder})
  if(told OR NOT DEFINED CMAKE_INSTALL_LIBDIR OR CMAKE_INSTALL_LIBDIR STREQUAL "lib"
     OR CMAKE_INSTALL_LIBDIR STREQUAL "${unified_robot_interface_PREFIX}/lib")
    return()
  endif()
  file(STRINGS "${file}" plain REGEX "(^|[^/}])lib/${folder}|unified_robot_interface_(DRIVER|CONTROLLER)_DIR")
  if(plain)
    return()
  endif()
  set_property(GLOBAL PROPERTY _uri_told_${folder} TRUE)
  message(WARNING
    "uri looks for plugins in lib/${folder} alone, and CMAKE_INSTALL_LIBDIR is '${CMAKE_INSTALL_LIBDIR}': if ${target} is installed to "
    "\${CMAKE_INSTALL_LIBDIR}/${folder}, uri does not find it. Configure with -DCMAKE_INSTALL_LIBDIR=lib, or write "
    "install(TARGETS ${target} LIBRARY DESTINATION lib/${folder})")
endfunction()

# What drivers and controllers have in common. The libraries that a plugin was linked with are found at their places: LD_LIBRARY_PATH does not
# count for a program with file capabilities, which uri has where it was allowed real-time scheduling.
function(_uri_prepare_plugin target folder)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "Cannot prepare a plugin of uri: '${target}' is no target, a library was wanted; call add_library first")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(SHARED|MODULE)_LIBRARY$")
    message(FATAL_ERROR
      "Cannot prepare a plugin of uri: '${target}' is a ${type}, a shared library was wanted; write add_library(${target} SHARED ...)")
  endif()
  set_target_properties(${target} PROPERTIES INSTALL_RPATH_USE_LINK_PATH TRUE)
  _uri_tell_prefix()
  if(CMAKE_VERSION VERSION_LESS 3.19)
    _uri_check_folder(${target} ${folder} "${CMAKE_CURRENT_LIST_FILE}")
  else()
    # At the end of the folder's file: GNUInstallDirs can come after this call. The arguments are bracketed, so that they are taken as they are now.
    cmake_language(EVAL CODE
      "cmake_language(DEFER CALL _uri_check_folder [[${target}]] [[${folder}]] [[${CMAKE_CURRENT_LIST_FILE}]])")
  endif()
endfunction()

# add_robot_driver(<target>): a shared library becomes a driver. The project has its own rule:
#   install(TARGETS <target> LIBRARY DESTINATION lib/robot_interface)
function(add_robot_driver target)
  _uri_prepare_plugin(${target} robot_interface)
endfunction()

# add_robot_controller(<target> <NAME>): a shared library becomes the controller that `Controller: NAME` names. The project has its own rule:
#   install(TARGETS <target> LIBRARY DESTINATION lib/robot_controller)
function(add_robot_controller target)
  set(name "${ARGV1}")
  if(NOT name MATCHES "^[A-Za-z0-9_.-]+$")
    message(FATAL_ERROR
      "Cannot prepare a controller of uri: its name is '${name}', letters, digits, '_', '-' and '.' were wanted; write add_robot_controller(${target} NAME)")
  endif()
  _uri_prepare_plugin(${target} robot_controller)
  set_target_properties(${target} PROPERTIES PREFIX lib OUTPUT_NAME robot_controller_${name} SUFFIX .so)
endfunction()

cmake_policy(POP)
