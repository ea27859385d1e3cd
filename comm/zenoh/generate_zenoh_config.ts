/** What {@link generateZenohConfig} is told. */
export interface GenerateZenohConfigOptions {
  /** Time without a sign of life after which others may take this session for lost [ms], 1000 by default. */
  readonly leaseMs?: number;
  /** Endpoints of routers on this computer, e.g. `tcp/127.0.0.1:9562`: connected to when they are there, again and again. */
  readonly localRouter?: readonly string[];
  /** IPv4 addresses by which this computer takes part in multicast; those that it has now when not given. */
  readonly addresses?: readonly string[];
}

/** An address that every computer has: sessions of one computer find each other by it without any network. */
const LOOPBACK = "127.0.0.1";

/**
 * The text, JSON, of the Zenoh configuration that a session gets when its user names none. For robots on one cable or in one network,
 * with messages of some 200 to 600 bytes at 1 kHz, where a lost link must show soon.
 *
 * - Mode and discovery: a peer that finds other peers and routers by multicast. `interface` is the list of this computer's addresses, and
 *   not `auto`: that leaves the loopback out, so that two sessions of a computer without network never meet, also not by way of
 *   a router, which tells of loopback addresses to nobody. Loopback comes first, so that sessions of one computer talk over it and do not
 *   lose each other with the cable. Zenoh reads the interfaces of `auto` once a process; here they are those of the call.
 * - Local router: connected to in the background, so that it may be missing or come later. Peers do not exchange messages through it, they
 *   connect to each other; it serves clients and the remote API.
 * - `scouting.delay`: opening waits so long, when nobody is there, before it returns. A peer that is there answers within some 10 ms.
 * - Loss: the lease makes a pulled cable show after 0.8 to 1.0 s (measured); Zenoh's own is 10 s. The death of a process shows at once.
 *   It is longer where `connection_timeout_ms` is: a process that may be silent for so long is not lost before.
 * - The way back: Zenoh reconnects by itself only to configured endpoints. A peer found by multicast is found again by the next
 *   Scout of either side, and these are 1, 2, 4 and then 8 s apart, counted from the opening: after a cable was back, measured 1 to 5 s, at worst 8 s.
 *   No key changes this. The native library sends Scouts of its own, which makes it 0.1 to 0.5 s (measured); `metadata.uri` tells it that `interface` means
 *   every address, also one that comes later.
 * - Queues: a message of a control loop is worth nothing late, so nothing waits for room (`wait_before_drop` 0). With the usual two
 *   batches a burst of three express messages would lose one: a manager sends those of all its robots at once. So there are 16, the most that there can be.
 * - Batching stays on: express messages leave at once all the same, and others of one moment share a packet.
 * - Shared memory of Zenoh's is off: it starts at 3072 bytes, which no message of a control loop has. Only the init query is larger,
 *   and would, in the middle of a handshake, make a pool of 16 MiB and threads that watch it, and leave files behind a killed process.
 * - Everything unencrypted and for everybody in the network: a file of one's own (`network_interface.configuration`) sets TLS.
 */
export function generateZenohConfig(options: GenerateZenohConfigOptions = {}): string {
  const { localRouter = [], addresses = ownAddresses(), leaseMs = 1000 } = options;
  const towards = ["router", "peer"];
  return JSON.stringify({
    mode: "peer",
    metadata: { uri: { interfaces: "all" } },
    connect: {
      endpoints: localRouter,
      timeout_ms: -1,
      exit_on_failure: false,
      retry: { period_init_ms: 100, period_max_ms: 1000, period_increase_factor: 2 },
    },
    scouting: {
      delay: 200,
      multicast: {
        enabled: true,
        interface: [...new Set([LOOPBACK, ...addresses])].join(","),
        autoconnect: towards,
      },
      gossip: { enabled: true, autoconnect: towards },
    },
    transport: {
      // A computer that has vanished would hold a connection attempt for 10 s, and with it the next one to the same peer.
      unicast: { open_timeout: 1000, accept_timeout: 1000 },
      link: {
        tx: {
          lease: leaseMs,
          keep_alive: 4,
          queue: { size: { real_time: 16 }, congestion_control: { drop: { wait_before_drop: 0 } } },
        },
      },
      shared_memory: { enabled: false },
    },
    adminspace: { enabled: false },
  });
}

/** The IPv4 addresses of this computer: multicast discovery is done by IPv4. */
function ownAddresses(): string[] {
  return Deno.networkInterfaces().filter(({ family }) => family === "IPv4").map(({ address }) => address);
}
