/** Numbers of MuJoCo's enumerations that this program compares with; they differ between versions. */
const NAMES = [
  "mjDSBL_ACTUATION",
  "mjDSBL_AUTORESET",
  "mjJNT_FREE",
  "mjJNT_BALL",
  "mjJNT_SLIDE",
  "mjJNT_HINGE",
  "mjTRN_JOINT",
  "mjTRN_JOINTINPARENT",
  "mjTRN_TENDON",
  "mjWRAP_JOINT",
  "mjGAIN_FIXED",
  "mjBIAS_NONE",
  "mjBIAS_AFFINE",
  "mjDYN_NONE",
  "mjDYN_INTEGRATOR",
  "mjDYN_FILTER",
  "mjDYN_FILTEREXACT",
  "mjEQ_JOINT",
  "mjOBJ_BODY",
  "mjOBJ_XBODY",
  "mjOBJ_SITE",
  "mjSENS_FRAMEQUAT",
  "mjSENS_GYRO",
  "mjSENS_ACCELEROMETER",
  "mjSENS_FORCE",
  "mjSENS_TORQUE",
  "mjGEOM_PLANE",
  "mjGEOM_HFIELD",
  "mjGEOM_SPHERE",
  "mjGEOM_CAPSULE",
  "mjGEOM_ELLIPSOID",
  "mjGEOM_CYLINDER",
  "mjGEOM_BOX",
  "mjGEOM_MESH",
] as const;

/** Numbers of MuJoCo's enumerations, by their names. */
export type MujocoConstants = Readonly<Record<(typeof NAMES)[number], number>>;

/** The names of {@link MujocoConstants}. */
export const MUJOCO_CONSTANTS: readonly (keyof MujocoConstants)[] = NAMES;
