import { projectRoot } from "../../../tools/project_root.ts";

/** Paths of models that native libraries are tried with. */
export const TEST_MODEL_FILES: readonly string[] = ["ur5e/ur5e.xml", "arm7_gripper/arm7_gripper.xml"].map(
  (file) => `${projectRoot()}/examples/${file}`,
);
