/** Version of the program, the same as in deno.json. */
export const VERSION = "0.1.0";
