/**
 * V8 flags of the program, separated by commas, the same from source and in the executable (where they are set when it is built).
 * `./dev` reads this line too: it stays one line with one string.
 */
export const V8_FLAGS: string = "--max-inlined-bytecode-size=2000,--max-inlined-bytecode-size-cumulative=10000";
