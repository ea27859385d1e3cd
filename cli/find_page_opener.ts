const OPENER = "xdg-open";

/** What {@link findPageOpener} knows of the place where the program runs. */
export interface Surroundings {
  /** Whether somebody reads the output: a terminal. */
  readonly isTerminal: boolean;
  /** Variables of the environment. */
  readonly environment: { get(name: string): string | undefined };
}

/**
 * What opens a page in the browser of the person who has started the program; undefined where there is nobody to look at it: without a desktop, from
 * another computer, or with an output that is no terminal.
 */
export function findPageOpener({ isTerminal, environment }: Surroundings): ((url: string) => void) | undefined {
  const has = (name: string) => (environment.get(name) ?? "") !== "";
  if (!isTerminal || !(has("DISPLAY") || has("WAYLAND_DISPLAY")) || has("SSH_CONNECTION")) return undefined;
  return (url) => {
    try {
      const opener = new Deno.Command(OPENER, { args: [url], stdin: "null", stdout: "null", stderr: "null" }).spawn();
      opener.status.catch(() => {});
      opener.unref();
    } catch {
      // A desktop without it: the address is told anyhow.
    }
  };
}
