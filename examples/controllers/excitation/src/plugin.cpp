// All that makes the controller a plugin: its name, and its class.
#include "ExcitationController.h"

ROBOT_CONTROLLER_EXPORT("excitation", excitation::ExcitationController)
