/** A file that could not be read or understood, and why. */
export interface UnreadFile {
  readonly file: string;
  readonly problem: string;
}
