/** No tick is shorter: a cycle with its system calls takes a good part of this [ns]. */
export const SHORTEST_TICK_NS = 200_000;
