// A check: a name, what it finds, and where it is safe, the hand that mends it.

import { Failure } from '../protocol/failure.js';

export const states = ['ok', 'warning', 'error', 'skipped'] as const;

export type CheckState = (typeof states)[number];

export interface Diagnosis {
  readonly state: CheckState;
  /** What was found, in a few words. */
  readonly says: string;
  /** What a person can do about it. */
  readonly fix?: string;
  /** Mends it where that can lose nothing, and says what it did. */
  readonly mend?: () => string | Promise<string>;
}

export interface Check {
  readonly name: string;
  readonly examine: () => Diagnosis | Promise<Diagnosis>;
}

export const ok = (says: string): Diagnosis => ({ state: 'ok', says });
/** The first few of a list, and how many more there are. */
export function firstOf(names: readonly string[], most: number): string {
  const more = names.length > most ? `, and ${names.length - most} more` : '';
  return names.slice(0, most).join(', ') + more;
}

export const skipped = (says: string): Diagnosis => ({ state: 'skipped', says });

/** A failure in English. */
export type SayFailure = (failure: Failure) => {
  readonly message: string;
  readonly hint?: string | undefined;
};

/** A typed failure is a finding; anything else is a bug and goes on. */
export async function examined({ examine }: Check, say: SayFailure): Promise<Diagnosis> {
  try {
    return await examine();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, hint } = say(error);
    return { state: 'error', says: message, ...(hint === undefined ? {} : { fix: hint }) };
  }
}
