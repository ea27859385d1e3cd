/** Kinds of events of the native library: the numbers of `native/src/events.rs`. */
export const NativeEventKind = {
  /** A query: `id` of the queryable, `number` of the query. */
  Query: 1,
  /** An answer to question `id`, `number` of the answering process, 0 where it is not known; or a token that was found. */
  Answer: 2,
  /** Question `id` gets no more answers. */
  AnswersEnd: 3,
  /** Watch `id`: a token is there (`number` 1) or gone. */
  Token: 4,
  /** A transport to another session was opened (`number` 1) or closed. */
  Transport: 5,
} as const;
