import { crc32 } from "node:zlib";
import { McapChunkBuilder, McapRecordBuilder, type McapTypes, Opcode } from "@mcap/core";

/** A chunk ends when it has so many bytes: those of a second of one robot at 1 kHz. */
const CHUNK_BYTES = 256 * 1024;

/** What a channel of a file is. */
export interface LogChannel {
  /** Topic. */
  readonly topic: string;
  /** Name of the type of its messages. */
  readonly type: string;
  /** Encoding of messages and schema. */
  readonly encoding: string;
  /** The schema in its binary form. */
  readonly schema: Uint8Array;
  /** What else is to be known. */
  readonly metadata: ReadonlyMap<string, string>;
}

/**
 * The bytes of an MCAP file with an index, in chunks that are not compressed. They follow from what is added alone: from no time and no flush.
 *
 * Why not the writer of `@mcap/core`: it ends a chunk by its size alone, and a file must be readable up to its last second also while a chunk is open.
 */
export class McapLog {
  /** Bytes that are to be appended to the file, and then to be removed from here. */
  readonly ready: Uint8Array[] = [];
  /** Messages so far. */
  messages = 0;
  readonly #records = new McapRecordBuilder();
  #chunk = new McapChunkBuilder({});
  /** Length of the file with what is {@link ready}. */
  #length = 0;
  #crc = 0;
  readonly #schemas: McapTypes.Schema[] = [];
  readonly #channels: McapTypes.Channel[] = [];
  readonly #chunks: McapTypes.ChunkIndex[] = [];
  readonly #metadata: McapTypes.MetadataIndex[] = [];
  readonly #counts = new Map<number, bigint>();
  readonly #span = { first: 0n, last: 0n };

  /** Begins a file; `library`: who writes it. */
  constructor(library: string) {
    this.#records.writeMagic();
    this.#records.writeHeader({ profile: "", library });
    this.#append();
  }

  /** Adds a record of names and values; before the first message. */
  addMetadata(name: string, values: ReadonlyMap<string, string>): void {
    const length = this.#records.writeMetadata({ name, metadata: new Map(values) });
    this.#metadata.push({ name, offset: BigInt(this.#length), length });
    this.#append();
  }

  /** Adds a channel, and returns its number. */
  addChannel({ topic, type, encoding, schema, metadata }: LogChannel): number {
    const known = this.#schemas.find(({ name }) => name === type);
    const schemaId = known?.id ?? this.#schemas.length + 1;
    if (known === undefined) {
      this.#schemas.push({ id: schemaId, name: type, encoding, data: schema });
      this.#chunk.addSchema(this.#schemas[schemaId - 1]);
    }
    const id = this.#channels.length;
    this.#channels.push({ id, schemaId, topic, messageEncoding: encoding, metadata: new Map(metadata) });
    this.#chunk.addChannel(this.#channels[id]);
    this.#counts.set(id, 0n);
    return id;
  }

  /** Adds a message; `sequence`: its number in the channel, `timeNs`: when it was sent or taken. */
  add(channelId: number, sequence: number, timeNs: bigint, data: Uint8Array): void {
    const span = this.#span;
    if (this.messages === 0 || timeNs < span.first) span.first = timeNs;
    if (this.messages === 0 || timeNs > span.last) span.last = timeNs;
    this.messages++;
    this.#counts.set(channelId, this.#counts.get(channelId)! + 1n);
    this.#chunk.addMessage({ channelId, sequence, logTime: timeNs, publishTime: timeNs, data });
    if (this.#chunk.byteLength >= CHUNK_BYTES) this.#endChunk();
  }

  /** The open chunk as it would be if it ended here; what is added later makes it longer. Undefined when nothing is in it. */
  openChunk(): Uint8Array | undefined {
    if (this.#chunk.numMessages === 0) return undefined;
    this.#records.writeChunk(this.#chunkRecord());
    const bytes = this.#records.buffer;
    this.#records.reset();
    return bytes;
  }

  /** Ends the file: index and figures. */
  end(): void {
    this.#endChunk();
    this.#records.writeDataEnd({ dataSectionCrc: this.#crc });
    this.#append();
    const summaryStart = this.#length;
    let crc = 0;
    const groups: McapTypes.SummaryOffset[] = [];
    const group = (groupOpcode: number, write: () => void) => {
      write();
      if (this.#records.length === 0) return;
      groups.push({ groupOpcode, groupStart: BigInt(this.#length), groupLength: BigInt(this.#records.length) });
      crc = crc32(this.#append(), crc);
    };
    group(Opcode.SCHEMA, () => this.#schemas.forEach((schema) => this.#records.writeSchema(schema)));
    group(Opcode.CHANNEL, () => this.#channels.forEach((channel) => this.#records.writeChannel(channel)));
    group(Opcode.STATISTICS, () => this.#records.writeStatistics(this.#statistics()));
    group(Opcode.METADATA_INDEX, () => this.#metadata.forEach((index) => this.#records.writeMetadataIndex(index)));
    group(Opcode.CHUNK_INDEX, () => this.#chunks.forEach((index) => this.#records.writeChunkIndex(index)));
    const summaryOffsetStart = this.#length;
    for (const offset of groups) this.#records.writeSummaryOffset(offset);
    crc = crc32(this.#append(), crc);
    const footer = { summaryStart: BigInt(summaryStart), summaryOffsetStart: BigInt(summaryOffsetStart) };
    this.#records.writeFooter({ ...footer, summaryCrc: 0 });
    // It covers the footer up to itself: four bytes at its end.
    crc = crc32(this.#records.buffer.subarray(0, -4), crc);
    this.#records.reset();
    this.#records.writeFooter({ ...footer, summaryCrc: crc });
    this.#records.writeMagic();
    this.#append();
  }

  #statistics(): McapTypes.Statistics {
    return {
      messageCount: BigInt(this.messages),
      schemaCount: this.#schemas.length,
      channelCount: this.#channels.length,
      attachmentCount: 0,
      metadataCount: this.#metadata.length,
      chunkCount: this.#chunks.length,
      messageStartTime: this.#span.first,
      messageEndTime: this.#span.last,
      channelMessageCounts: this.#counts,
    };
  }

  #chunkRecord(): McapTypes.Chunk {
    const { buffer, messageStartTime, messageEndTime } = this.#chunk;
    return {
      messageStartTime,
      messageEndTime,
      uncompressedSize: BigInt(buffer.length),
      uncompressedCrc: crc32(buffer),
      compression: "",
      records: buffer,
    };
  }

  #endChunk(): void {
    if (this.#chunk.numMessages === 0) return;
    const record = this.#chunkRecord();
    const chunkStartOffset = BigInt(this.#length);
    const chunkLength = this.#records.writeChunk(record);
    this.#append();
    const indexStart = this.#length;
    const messageIndexOffsets = new Map<number, bigint>();
    for (const index of this.#chunk.indices) {
      messageIndexOffsets.set(index.channelId, BigInt(indexStart + this.#records.length));
      this.#records.writeMessageIndex(index);
    }
    this.#append();
    this.#chunks.push({
      messageStartTime: record.messageStartTime,
      messageEndTime: record.messageEndTime,
      chunkStartOffset,
      chunkLength,
      messageIndexOffsets,
      messageIndexLength: BigInt(this.#length - indexStart),
      compression: "",
      compressedSize: record.uncompressedSize,
      uncompressedSize: record.uncompressedSize,
    });
    this.#chunk.reset();
  }

  /** What the builder of records has becomes part of the file. */
  #append(): Uint8Array {
    const bytes = this.#records.buffer;
    this.#records.reset();
    this.ready.push(bytes);
    this.#length += bytes.length;
    this.#crc = crc32(bytes, this.#crc);
    return bytes;
  }
}
