/**
 * The other end for the tests of the line to a worker: does what it is told.
 *
 * @module
 */
type Told =
  | { type: "say"; messages: { type: string; n?: number }[] }
  | { type: "throw"; text: string }
  | { type: "reject"; text: string }
  | { type: "spin" };

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<Told>) => void) | null;
  postMessage(message: unknown): void;
};

scope.onmessage = ({ data }) => {
  if (data.type === "say") { for (const message of data.messages) scope.postMessage(message); }
  else if (data.type === "throw") throw new Error(data.text);
  else if (data.type === "reject") Promise.reject(new Error(data.text));
  else for (;;);
};
