/**
 * V8 flags of the program, separated by commas, the same from source and in the executable (where they are set when it is built).
 * `./dev` reads the line below too: it stays one line with one string. See docs/decisions/v8-flags.md.
 */
// deno-fmt-ignore
export const V8_FLAGS: string = "--no-maglev,--invocation-count-for-turbofan=300,--no-handle-weak-ref-weakly-in-minor-gc,--max-semi-space-size=1,--initial-old-space-size=32";
