/** A message as a server sends it by a WebSocket (RFC 6455): in one frame, not masked. `kind`: see `WebSocketDecoder`. The bytes are copied. */
export function webSocketFrame(kind: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const head = length < 126 ? 2 : length < 65536 ? 4 : 10;
  const frame = new Uint8Array(head + length);
  frame[0] = 0x80 | kind;
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127;
  const view = new DataView(frame.buffer);
  if (head === 4) view.setUint16(2, length);
  if (head === 10) view.setBigUint64(2, BigInt(length));
  frame.set(payload, head);
  return frame;
}
