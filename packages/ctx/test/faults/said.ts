// What a command said under a fault, and what can be wrong with what it left.

import { existsSync, readFileSync } from 'node:fs';
import type { Answer, Envelope, Place } from './place.js';

/** Something that was there or was acknowledged is gone; an answer that says nothing or too much; a state that is neither. */
export interface Loss {
  readonly kind: 'lost' | 'silent' | 'wrong';
  readonly why: string;
}

export interface Scenario {
  readonly name: string;
  readonly argv: readonly string[];
  prepare(place: Place): Promise<void>;
  judge(place: Place, said: Said): Promise<Loss | undefined>;
}

/** `killed`: it said nothing, and need not have done anything. */
export type Said = 'killed' | Envelope;

export const lost = (why: string): Loss => ({ kind: 'lost', why });
export const wrong = (why: string): Loss => ({ kind: 'wrong', why });

/** The last line is one envelope with the exit code; anything else is silence. */
export function saidIn({ exitCode, stdout, stderr }: Answer): Said | Loss {
  if (exitCode === null) return 'killed';
  try {
    const envelope: Envelope = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    if (envelope.exit_code === exitCode && (exitCode === 0) === (envelope.data !== undefined)) {
      return envelope.error?.code === 'internal_error' ? wrong(`a bug: ${stackOf(envelope)}`) : envelope;
    }
  } catch {
    // Told below.
  }
  return { kind: 'silent', why: `exit ${exitCode}, ${JSON.stringify(stdout)} ${JSON.stringify(stderr)}` };
}

/** The file that the hint names is gone when somebody reads this. */
function stackOf({ error }: Envelope): string {
  const file = /\/\S+\.log/.exec(error?.hint ?? '')?.[0];
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : (error?.message ?? '');
}

export async function expectDone(place: Place, argv: readonly string[]): Promise<void> {
  const { error } = await place.ask(...argv);
  if (error !== undefined) throw new Error(`${argv.join(' ')}: ${error.message}`);
}
