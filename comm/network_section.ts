/** The section `network_interface` of a configuration, as far as communication reads it; transports may read more keys of it. */
export interface NetworkSection {
  /** The transport, e.g. `shm`. */
  readonly protocol: string;
  /** The serializer, `flatbuffer` by default. */
  readonly backend?: string;
  /** Path of a file that configures the transport. */
  readonly configuration?: string;
  /** What else the section holds. */
  readonly [key: string]: unknown;
}
