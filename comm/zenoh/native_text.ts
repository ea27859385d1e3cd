const ERROR_BYTES = 2048;
/** Zenoh names the line of its own source in some errors, which helps nobody who reads them here. */
const SOURCE_LINE = / at \S+\.rs:\d+\.?/g;

/** Texts on their way to and from the native library. */
export const nativeText = {
  /** UTF-8. */
  encode(text: string): Uint8Array<ArrayBuffer> {
    return new TextEncoder().encode(text);
  },

  /** A buffer for an error text. */
  newError(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(ERROR_BYTES);
  },

  /** The text that the library has written, without places in its sources. */
  readError(buffer: Uint8Array<ArrayBuffer>): string {
    const end = buffer.indexOf(0);
    return new TextDecoder().decode(buffer.subarray(0, end < 0 ? buffer.length : end)).replace(SOURCE_LINE, "");
  },
};
