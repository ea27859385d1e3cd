/**
 * What `promise` resolves to, or `undefined` as soon as `signal` is aborted; what comes of the promise later is passed over. Rejects when
 * the promise does before.
 */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const end = () => aborted.resolve(undefined);
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  promise.catch(() => {}); // once nobody waits for it any more
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
