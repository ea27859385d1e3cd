// @ts-check
// A UDP socket that is used without waiting for promises: a control loop never returns to the event loop, so it calls the C library itself. Its
// receive() blocks the thread, and nothing here allocates after the constructor.

const AF_INET = 2;
const SOCK_DGRAM = 2;
const SOL_SOCKET = 1;
const SO_RCVTIMEO = 20;
const MSG_DONTWAIT = 0x40;

/** What is called of the C library. */
function openLibc() {
  return Deno.dlopen("libc.so.6", {
    socket: { parameters: ["i32", "i32", "i32"], result: "i32" },
    setsockopt: { parameters: ["i32", "i32", "i32", "buffer", "u32"], result: "i32" },
    bind: { parameters: ["i32", "buffer", "u32"], result: "i32" },
    connect: { parameters: ["i32", "buffer", "u32"], result: "i32" },
    getsockname: { parameters: ["i32", "buffer", "buffer"], result: "i32" },
    // Lengths are 64 bits wide in C, and as 64-bit numbers they allocate; as 32-bit ones they go through the same registers.
    recvfrom: { parameters: ["i32", "buffer", "u32", "i32", "buffer", "buffer"], result: "i32" },
    send: { parameters: ["i32", "buffer", "u32", "i32"], result: "i32" },
    close: { parameters: ["i32"], result: "i32" },
  });
}

/** An IPv4 UDP socket of Linux, bound to a free port. */
export class UdpSocket {
  #libc = openLibc();
  #fd = this.#libc.symbols.socket(AF_INET, SOCK_DGRAM, 0);
  #from = new Uint8Array(16);
  #fromLength = Uint32Array.of(16);

  constructor() {
    this.#check("bind", this.#libc.symbols.bind(this.#fd, address("0.0.0.0", 0), 16));
  }

  /** The port that it is bound to. */
  get port() {
    const own = new Uint8Array(16);
    this.#check("getsockname", this.#libc.symbols.getsockname(this.#fd, own, Uint32Array.of(16)));
    return own[2] * 256 + own[3];
  }

  /**
   * Sends to this address from now on, and receives from it only.
   * @param {string} ip
   * @param {number} port
   */
  connect(ip, port) {
    this.#check(`connect to ${ip}:${port}`, this.#libc.symbols.connect(this.#fd, address(ip, port), 16));
  }

  /** Sends to whoever sent the latest datagram from now on. */
  connectToSender() {
    this.#check("connect", this.#libc.symbols.connect(this.#fd, this.#from, 16));
  }

  /**
   * How long receive() blocks at most.
   * @param {number} milliseconds
   */
  setTimeout(milliseconds) {
    const time = BigInt64Array.of(BigInt(Math.floor(milliseconds / 1000)), BigInt((milliseconds % 1000) * 1000));
    this.#check("setsockopt", this.#libc.symbols.setsockopt(this.#fd, SOL_SOCKET, SO_RCVTIMEO, time, 16));
  }

  /**
   * Waits for a datagram; its length, or a negative number when none has come in time.
   * @param {Uint8Array<ArrayBuffer>} into
   */
  receive(into) {
    return this.#libc.symbols.recvfrom(this.#fd, into, into.length, 0, this.#from, this.#fromLength);
  }

  /**
   * Takes a datagram that is there; its length, or a negative number when there is none.
   * @param {Uint8Array<ArrayBuffer>} into
   */
  poll(into) {
    return this.#libc.symbols.recvfrom(this.#fd, into, into.length, MSG_DONTWAIT, this.#from, this.#fromLength);
  }

  /**
   * Sends without waiting; the length, or a negative number when that is not possible.
   * @param {Uint8Array<ArrayBuffer>} bytes
   */
  send(bytes) {
    return this.#libc.symbols.send(this.#fd, bytes, bytes.length, MSG_DONTWAIT);
  }

  /** Closes the socket. */
  close() {
    this.#libc.symbols.close(this.#fd);
  }

  /**
   * @param {string} what
   * @param {number} code
   */
  #check(what, code) {
    if (code < 0) {
      throw new UdpError(`Cannot ${what}: the system refuses it; wanted a free port and an address in reach`);
    }
  }
}

/** The system refuses a socket. */
class UdpError extends Error {}

/**
 * A `sockaddr_in`.
 * @param {string} ip
 * @param {number} port
 */
function address(ip, port) {
  const numbers = ip.split(".").map(Number);
  if (numbers.length !== 4 || !numbers.every((n) => Number.isInteger(n) && n >= 0 && n < 256)) {
    throw new UdpError(`Cannot use the address '${ip}': it is no IPv4 address; wanted e.g. 192.168.1.6`);
  }
  return Uint8Array.of(AF_INET, 0, port >> 8, port & 255, ...numbers, 0, 0, 0, 0, 0, 0, 0, 0);
}
