/** Commands that an interface has refused, by reason, without those that came too late: a busy computer has such, and refusing them is right. */
export function refusedCommands(
  report: { readonly commands_refused: Readonly<Record<string, number>> },
): Record<string, number> {
  const { too_old: _, ...refused } = report.commands_refused;
  return refused;
}
