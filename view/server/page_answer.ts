/** An answer to a request for a part of the page. */
export interface PageAnswer {
  /** Status of HTTP. */
  readonly status: number;
  /** Headers, without those of the connection and of the length. */
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent. */
  readonly body: Uint8Array;
}
