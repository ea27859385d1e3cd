const MAGIC = "uri1";

/** How a mark, see `CellLayout.S_WRITER`, travels beside a message: the four letters `uri1`, then the mark, 32 bits, little endian. */
export const markBytes = {
  /** The attachment that says `mark`. */
  write(mark: number): Uint8Array<ArrayBuffer> {
    const bytes = new TextEncoder().encode(`${MAGIC}....`);
    new DataView(bytes.buffer).setUint32(MAGIC.length, mark, true);
    return bytes;
  },

  /** The mark that an attachment says; 0 when there is none, or when it says something else. */
  read(attachment: Uint8Array | undefined): number {
    if (attachment?.length !== 8 || new TextDecoder().decode(attachment.subarray(0, 4)) !== MAGIC) return 0;
    return new DataView(attachment.buffer, attachment.byteOffset).getUint32(MAGIC.length, true);
  },
};
