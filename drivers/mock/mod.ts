/** The robot that needs no hardware: for trying controllers, and for provoking faults. */
export { createRobotDriverMock } from "./create_robot_driver_mock.ts";
export type { MockConfiguration } from "./mock_configuration.ts";
export type { MockFaults } from "./mock_faults.ts";
export { MockPlant, type MockPlantOptions } from "./mock_plant.ts";
export { MOCK_RECORD_KINDS, type MockRecord } from "./mock_record.ts";
export { MockRecorder } from "./mock_recorder.ts";
export { readMockConfiguration } from "./read_mock_configuration.ts";
export { readMockRecord } from "./read_mock_record.ts";
export { RobotDriverMock } from "./robot_driver_mock.ts";
