// Turns of phrase that several tables of words share.

import type { Codes } from '../../protocol/codes.js';
import type { FactsOf } from '../../protocol/failure.js';

export const didYouMean = (nearest: string | undefined, otherwise: string) =>
  nearest === undefined ? otherwise : `Did you mean \`${nearest}\`?`;

const mostListed = 8;

export function listed(names: readonly string[]): string {
  const rest = names.length - mostListed;
  return `${names.slice(0, mostListed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

export const because = (why: string | undefined) => (why === undefined ? '.' : `: ${why}`);

type Lock = FactsOf<Codes['store_busy']>;

export const lockOwner = ({ pid, host, unseen }: Lock) => {
  if (pid === 0) return 'Another process';
  return `Process ${pid}${unseen === 'other_namespace' ? ' in another container' : ''} on ${host}`;
};

export const waitOrUnlock = ({ unseen, lockFile }: Lock, program: string) =>
  unseen === undefined
    ? 'Wait until it is done, and try again.'
    : `${program} cannot see from here whether it still runs; if it does not, run \`${program} unlock ${lockFile}\`.`;

/** Of a file that somebody else wrote; it is theirs to keep. */
export function noSession(target: string) {
  return {
    message: `${target} is not a session of ctx.`,
    hint: '`ctx list-sessions` lists your sessions.',
  };
}
