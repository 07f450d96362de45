// All checks in order; with the wish to mend, what is safe is mended and looked at again.

import { type Check, type CheckState, type Diagnosis, examined, type SayFailure } from './check.js';

export interface Result {
  readonly name: string;
  readonly state: CheckState;
  readonly says: string;
  readonly fix?: string;
  /** Whether --fix would mend it. */
  readonly fixable: boolean;
  readonly fixed: boolean;
}

export async function examination(
  checks: readonly Check[],
  say: SayFailure,
  mend: boolean,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const check of checks) {
    const found = await examined(check, say);
    if (!mend || found.mend === undefined) results.push(resultOf(check, found, false));
    else {
      const after = await examined(mending(check, found.mend), say);
      results.push(resultOf(check, after, after.state === 'ok'));
    }
  }
  return results;
}

/** Mends, and then looks again. */
function mending(check: Check, mend: () => string | Promise<string>): Check {
  return {
    name: check.name,
    async examine() {
      const did = await mend();
      const after = await check.examine();
      return after.state === 'ok' ? { ...after, says: `${did}; ${after.says}` } : after;
    },
  };
}

function resultOf({ name }: Check, { state, says, fix, mend }: Diagnosis, fixed: boolean): Result {
  return { name, state, says, ...(fix === undefined ? {} : { fix }), fixable: mend !== undefined, fixed };
}
