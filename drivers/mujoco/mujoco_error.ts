import { DriverError } from "../../core/driver_error.ts";

/** Name of the driver, as written in `robot_interface.driver`. */
const DRIVER = "RobotDriverMuJoCo";

/** A {@link DriverError} of `RobotDriverMuJoCo`. */
export function mujocoError(message: string, options?: ErrorOptions): DriverError {
  return new DriverError(DRIVER, message, options);
}
