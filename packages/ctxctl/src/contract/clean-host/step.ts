// A contract is a list of steps. A step proves one thing about a package on a clean host, or says what is broken.

export interface Step<Host> {
  /** One word, for --only and for the record. */
  readonly name: string;
  /** What it proves. */
  readonly proves: string;
  /** What to look at when it fails. */
  readonly triage: string;
  /** Left out where time is short. */
  readonly slow?: true;
  /** The steps that must have run before it. */
  readonly needs: readonly string[];
  run(host: Host): Promise<Facts>;
}

/** What a step found out, for its record. */
export type Facts = Readonly<Record<string, unknown>>;

export const verdicts = ['passed', 'failed', 'left_out', 'not_reached'] as const;
export type Verdict = (typeof verdicts)[number];

export interface StepRecord {
  readonly name: string;
  readonly proves: string;
  readonly verdict: Verdict;
  readonly milliseconds: number;
  readonly facts: Facts;
  readonly problems: readonly string[];
  readonly triage?: string;
}

/** What a step throws: everything that it found broken, a line each. */
export class Broken extends Error {
  override readonly name = 'Broken';
  readonly problems: readonly string[];
  /** What was found out until then. */
  readonly facts: Facts;

  constructor(problems: readonly string[], facts: Facts = {}) {
    super(problems.join('\n'));
    this.problems = problems;
    this.facts = facts;
  }
}

/** What a step throws where nothing can be proved at all: what was given is not what a contract is about. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
  readonly why: UnusableReason;

  constructor(why: UnusableReason, message: string) {
    super(message);
    this.why = why;
  }
}

export const unusableReasons = [
  'no_package',
  'no_programs',
  'other_package',
  'not_found',
  'unavailable',
] as const;
export type UnusableReason = (typeof unusableReasons)[number];

/** Throws if there is any problem. */
export function expectNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new Broken(problems);
}

/** Throws these words unless the condition holds. */
export function expectThat(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Broken([otherwise]);
}
