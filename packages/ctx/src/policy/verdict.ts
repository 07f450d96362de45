// What a policy answers, and what it looks at.

/** What a policy says of a tool, of a call, or of what a call turned out to be about. */
export type Verdict = { readonly allowed: true } | ({ readonly allowed: false } & Denial);

export interface Denial {
  readonly rule: string;
  readonly reason: string;
}

/** The field of a tool's input that a policy's patterns are about: `bash(git *)` looks at `command`. */
export interface Subject {
  readonly field: string;
  /** `tree` is a folder with all that is below it. */
  readonly kind: 'command' | 'path' | 'tree' | 'text';
  /** What the field is where the input leaves it out. */
  readonly absent?: string;
}
