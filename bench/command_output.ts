/** What a command prints to its standard output; undefined when it cannot be started, or fails. */
export async function commandOutput(command: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const result = await new Deno.Command(command, { args: [...args], stdin: "null", stderr: "null" }).output();
    return result.success ? new TextDecoder().decode(result.stdout) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return undefined;
    throw error;
  }
}
