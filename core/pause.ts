/** Resolves after `ms` milliseconds, to undefined. For the main thread; a control loop sleeps by its clock. */
export function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
