/** What an object is asked for: a method of that name that returns a number, nothing, or anything. */
export interface WantedMethod {
  /** Name of the method. */
  readonly name: string;
  /** What it does, for whoever has to write it, e.g. `blocks until the robot has a new state`; not given: it may be left out. */
  readonly does?: string;
}

/**
 * What is wrong with the methods of `object`, as one line; empty when nothing is: those that are missing, are no functions, or are async or
 * generators, where a result is wanted at once. Own properties and those of a class count alike.
 */
export function methodFaults(object: unknown, wanted: readonly WantedMethod[]): string {
  if (typeof object !== "object" || object === null) {
    const is = object === null ? "null" : object === undefined ? "nothing" : `a ${typeof object}`;
    return `it is ${is}; an object was wanted with the methods ${
      wanted.filter(({ does }) => does !== undefined).map(({ name }) => `${name}()`).join(", ")
    }`;
  }
  const faults: string[] = [];
  for (const { name, does } of wanted) {
    const method = (object as Record<string, unknown>)[name];
    if (method === undefined) {
      if (does !== undefined) faults.push(`${name}() is missing, which ${does}`);
    } else if (typeof method !== "function") faults.push(`${name} is no method, but of type ${typeof method}`);
    else if (/^\[object (Async|Generator|AsyncGenerator)/.test(Object.prototype.toString.call(method))) {
      faults.push(`${name}() is an async function or a generator; wanted one that returns its result at once`);
    }
  }
  return faults.join("; ");
}
