/** The functions of the native Zenoh library, `comm/zenoh/native/src/*.rs`, which says what they do. */
export const NATIVE_SYMBOLS = {
  uri_zenoh_abi_version: { parameters: [], result: "u32" },
  uri_zenoh_open: { parameters: ["buffer", "u32", "buffer", "u32"], result: "pointer", nonblocking: true },
  uri_zenoh_close: { parameters: ["pointer", "buffer", "u32"], result: "i32", nonblocking: true },
  uri_zenoh_free: { parameters: ["pointer"], result: "void" },
  uri_zenoh_id: { parameters: ["pointer", "buffer"], result: "u32" },
  uri_zenoh_wait: { parameters: ["pointer"], result: "i32", nonblocking: true },
  uri_zenoh_take: { parameters: ["pointer", "buffer", "u32"], result: "i32" },
  uri_zenoh_publisher: {
    parameters: ["pointer", "buffer", "u32", "buffer", "u32", "buffer", "u32"],
    result: "pointer",
  },
  uri_zenoh_publish: { parameters: ["pointer", "buffer", "u32", "u32"], result: "i32" },
  uri_zenoh_publisher_drop: { parameters: ["pointer"], result: "void" },
  uri_zenoh_subscriber: { parameters: ["pointer", "buffer", "u32", "u32", "buffer", "u32"], result: "pointer" },
  uri_zenoh_cell: { parameters: ["pointer"], result: "pointer" },
  uri_zenoh_accept: { parameters: ["pointer", "i32"], result: "void" },
  uri_zenoh_ignored: { parameters: ["pointer"], result: "u32" },
  uri_zenoh_queryable: { parameters: ["pointer", "buffer", "u32", "u32", "buffer", "u32"], result: "pointer" },
  uri_zenoh_answer: {
    parameters: ["pointer", "u32", "u32", "buffer", "u32", "buffer", "u32", "buffer", "u32"],
    result: "i32",
  },
  uri_zenoh_ask: {
    parameters: ["pointer", "buffer", "u32", "buffer", "u32", "buffer", "u32", "u32", "u32", "buffer", "u32"],
    result: "i32",
  },
  uri_zenoh_ask_end: { parameters: ["pointer", "u32"], result: "void" },
  uri_zenoh_find_tokens: {
    parameters: ["pointer", "buffer", "u32", "u32", "u32", "buffer", "u32"],
    result: "i32",
  },
  uri_zenoh_token: { parameters: ["pointer", "buffer", "u32", "buffer", "u32"], result: "pointer" },
  uri_zenoh_watch: { parameters: ["pointer", "buffer", "u32", "u32", "buffer", "u32"], result: "pointer" },
  uri_zenoh_drop: { parameters: ["pointer"], result: "void" },
} as const;
