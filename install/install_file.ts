/** A file of an installation. */
export interface InstallFile {
  /** Where it goes, relative to the prefix: folders and name with `/`, without `.` and `..`. */
  readonly path: string;
  /** What it holds. */
  readonly content: Uint8Array;
}
