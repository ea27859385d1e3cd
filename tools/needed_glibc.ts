/**
 * The newest version of glibc whose symbols one of `programs` (the bytes of ELF files) asks for, such as `2.34`; undefined when none asks. The names of
 * versions stand as texts in the file.
 */
export function neededGlibc(programs: readonly Uint8Array[]): string | undefined {
  const decoder = new TextDecoder("latin1");
  const versions = programs.flatMap((bytes) =>
    [...decoder.decode(bytes).matchAll(/\0GLIBC_(\d+)\.(\d+)(?=\0)/g)].map((
      match,
    ) => [Number(match[1]), Number(match[2])])
  );
  versions.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return versions.at(-1)?.join(".");
}
