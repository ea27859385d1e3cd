/**
 * Largest message [bytes]: the router takes WebSocket frames of up to 16 MiB, and ends the connection at a larger one. The rest is for key,
 * attachment, and what the protocol adds.
 */
export const FRAME_LIMIT = 16 * 1024 * 1024 - 64 * 1024;
