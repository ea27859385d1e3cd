/** Backends that there is a codec for, as in `network_interface.backend`; the first is the default. */
export const CODEC_BACKENDS = ["flatbuffer", "protobuf"] as const;
