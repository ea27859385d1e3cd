/**
 * For `ignore` of a test that needs what not every computer has: true, and the reason is printed, when `condition` does not hold.
 * `./dev test` counts such tests and shows their reasons; an ignored test without a reason is a failure there.
 *
 * ```ts ignore
 * Deno.test({ name: "against native code", ignore: skipUnless(hasCompiler, "g++ is not installed"), fn: compare });
 * ```
 */
export function skipUnless(condition: boolean, reason: string): boolean {
  if (!condition) console.log(`skipped: ${reason}`);
  return !condition;
}
