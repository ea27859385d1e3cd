const SYMBOLS = {
  fegetenv: { parameters: ["buffer"], result: "i32" },
  fesetenv: { parameters: ["buffer"], result: "i32" },
} as const;

type Calls = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

/** Room for `fenv_t` of the C library: 32 bytes on x86-64, 8 on aarch64. */
const ENVIRONMENT_BYTES = 64;

/** Control registers in `fenv_t`: where they stand, and their bits by meaning. */
interface ControlWord {
  readonly at: number;
  readonly exceptions: number;
  readonly rounding: number;
  readonly tinyNumbers: number;
}

const X87: ControlWord = { at: 0, exceptions: 0x3f, rounding: 0xf00, tinyNumbers: 0 };
const MXCSR: ControlWord = { at: 28, exceptions: 0x1f80, rounding: 0x6000, tinyNumbers: 0x8040 };
const FPCR: ControlWord = { at: 0, exceptions: 0x9f00, rounding: 0xc00000, tinyNumbers: 0x3080000 };

let opened: Calls | undefined;

/**
 * How a thread computes with floating-point numbers, as it is when this is made: libraries of others may change that afterwards. With exceptions enabled
 * (`feenableexcept`) a division by zero, which is lawful in JavaScript, ends the process by SIGFPE.
 *
 * It belongs to the thread in which it is made and used.
 */
export class FloatEnvironment {
  /** Bit of {@link giveBack}: exceptions were enabled, or disabled. */
  static readonly EXCEPTIONS = 1;
  /** Bit of {@link giveBack}: numbers were rounded otherwise, or to another precision. */
  static readonly ROUNDING = 2;
  /** Bit of {@link giveBack}: numbers near zero were taken for zero. */
  static readonly TINY_NUMBERS = 4;
  readonly #calls: Calls;
  readonly #words: readonly ControlWord[] = Deno.build.arch === "aarch64" ? [FPCR] : [X87, MXCSR];
  readonly #kept = new Uint8Array(ENVIRONMENT_BYTES);
  readonly #now = new Uint8Array(ENVIRONMENT_BYTES);
  readonly #keptWords = new DataView(this.#kept.buffer);
  readonly #nowWords = new DataView(this.#now.buffer);

  /** Keeps what the calling thread has. */
  constructor() {
    this.#calls = opened ??= Deno.dlopen("libm.so.6", SYMBOLS).symbols;
    this.#calls.fegetenv(this.#kept);
  }

  /**
   * Makes it as it was. Returns what somebody had changed, as bits; 0 when nothing was.
   *
   * @realtime
   */
  giveBack(): number {
    this.#calls.fegetenv(this.#now);
    let changed = 0;
    for (let i = 0; i < this.#words.length; i++) {
      const word = this.#words[i];
      const bits = this.#nowWords.getUint32(word.at, true) ^ this.#keptWords.getUint32(word.at, true);
      if ((bits & word.exceptions) !== 0) changed |= FloatEnvironment.EXCEPTIONS;
      if ((bits & word.rounding) !== 0) changed |= FloatEnvironment.ROUNDING;
      if ((bits & word.tinyNumbers) !== 0) changed |= FloatEnvironment.TINY_NUMBERS;
    }
    if (changed !== 0) this.#calls.fesetenv(this.#kept);
    return changed;
  }

  /** What was changed, for a message: the bits of {@link giveBack}. */
  static describe(changed: number): string {
    const what = [
      ...(changed & FloatEnvironment.EXCEPTIONS ? ["enabled floating-point exceptions"] : []),
      ...(changed & FloatEnvironment.ROUNDING ? ["changed how numbers are rounded"] : []),
      ...(changed & FloatEnvironment.TINY_NUMBERS ? ["changed how numbers near zero are computed"] : []),
    ];
    const why = changed & FloatEnvironment.EXCEPTIONS
      ? "lawful results of this program would end it by SIGFPE"
      : "this program computes in the same thread";
    return `has ${what.join(" and ")} in the control thread: set back, as ${why}`;
  }
}
