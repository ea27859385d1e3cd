/** Over Zenoh, and through shared memory: the numbers of the ways of a switched channel. */
export const LinkWay = { Zenoh: 0, Shm: 1 } as const;
