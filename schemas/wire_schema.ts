import { RunFailure } from "../core/run_failure.ts";

/** How the messages of a backend are described to programs that know nothing of them. */
export interface WireSchema {
  /** Name of the encoding, of schema and messages alike, as MCAP files have it. */
  readonly encoding: "flatbuffer" | "protobuf";
  /** Full name of the type of a State. */
  readonly state: string;
  /** Full name of the type of a Command. */
  readonly command: string;
  /** The schema in its binary form: a `.bfbs`, or a `FileDescriptorSet`. */
  readonly data: Uint8Array;
}

const KINDS = {
  flatbuffer: { namespace: "robot_comm_msgs", file: "mc_rtc_msgs.bfbs" },
  protobuf: { namespace: "robot_comm_msgs_proto", file: "mc_rtc_msgs.desc" },
} as const;

/** The schema of the messages of `backend` (`network_interface.backend`). Rejects with a {@link RunFailure} when its file cannot be read. */
export async function wireSchema(backend: string): Promise<WireSchema> {
  const encoding = backend === "protobuf" ? "protobuf" : "flatbuffer";
  const { namespace, file } = KINDS[encoding];
  const url = new URL(`./${file}`, import.meta.url);
  try {
    const data = await Deno.readFile(url);
    return { encoding, state: `${namespace}.MessageState`, command: `${namespace}.MessageCommand`, data };
  } catch (cause) {
    throw new RunFailure(
      `reading the binary schema ${url}: ${(cause as Error).message}; make it with schemas/binary_schemas.sh`,
      { cause },
    );
  }
}
