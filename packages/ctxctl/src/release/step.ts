// A step of a release: what it proves, and what came of it.

export type Verdict = 'passed' | 'failed' | 'not_run';

export interface Found {
  /** What keeps this from being released. */
  readonly problems: readonly string[];
  /** What a person should know, and what a tag would make a problem. */
  readonly notes?: readonly string[];
}

export interface ReleaseStep {
  readonly name: string;
  readonly proves: string;
  /** Why it cannot be done here; such a step is told as not run. */
  readonly notHere?: string;
  look?(release: Release): Promise<Found> | Found;
}

/** What the steps hand on. */
export interface Release {
  readonly root: string;
  /** A folder of its own, removed at the end. */
  readonly place: string;
  /** The tag that is released: what is open is a problem then, and a note without one. */
  readonly tag: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: Runner;
  readonly tarballs: Tarball[];
}

export interface Tarball {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly bytes: number;
  readonly files: readonly string[];
  /** The programs that it brings. */
  readonly programs: readonly string[];
}

export interface Ran {
  readonly ok: boolean;
  readonly stdout: string;
  /** The last lines of what it said. */
  readonly said: string;
}

export type Runner = (
  program: string,
  words: readonly string[],
  options?: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
) => Promise<Ran>;

/** What is open: a problem where a tag is released, a note before. */
export function open({ tag }: Release, what: string): Found {
  return tag === undefined ? { problems: [], notes: [what] } : { problems: [what] };
}

export const fine: Found = { problems: [] };

export function failedBy(what: string, ran: Ran): Found {
  return ran.ok ? fine : { problems: [`${what} failed: ${ran.said}`] };
}
