// What a policy answers, and what it looks at.

/**
 * What a policy says of a tool, of a call, or of what a call turned out to be about. `asks`: somebody may allow it all the
 * same; who does not look at it denies.
 */
export type Verdict =
  | { readonly allowed: true }
  | ({ readonly allowed: false; readonly asks?: true } & Denial);

export interface Denial {
  readonly rule: string;
  readonly reason: string;
}

/** The field of a tool's input that a policy's patterns are about: `bash(git *)` looks at `command`. */
export interface Subject {
  readonly field: string;
  /** `folder` is one with the names in it, `tree` one with all that is below it. */
  readonly kind: 'command' | 'path' | 'folder' | 'tree' | 'text';
  /** What the field is where the input leaves it out. */
  readonly absent?: string;
}
