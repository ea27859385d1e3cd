/** Controllers in shared libraries. */
export { installedControllers } from "./installed_controllers.ts";
export { ControllerLibrary } from "./controller_library.ts";
export { type ControllerLibraryPath, controllerLibraryPath } from "./controller_library_path.ts";
export { loadNativeController } from "./load_native_controller.ts";
export { NativeController, type NativeControllerSource } from "./native_controller.ts";
