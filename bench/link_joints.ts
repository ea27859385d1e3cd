/** Joints of the State and the Command that `uri bench link` and `uri bench robots` send. */
export const LINK_JOINTS = 6;
