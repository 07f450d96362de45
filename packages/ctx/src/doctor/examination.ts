// All checks in order; with the wish to mend, what is safe is mended and looked at again.

import { type Check, type Diagnosis, examined, type State, type Told } from './check.js';

export interface Result {
  readonly name: string;
  readonly state: State;
  readonly says: string;
  readonly fix?: string;
  /** Whether --fix would mend it. */
  readonly fixable: boolean;
  readonly fixed: boolean;
}

export async function examination(checks: readonly Check[], told: Told, mend: boolean): Promise<Result[]> {
  const results: Result[] = [];
  for (const check of checks) {
    const finding = await examined(check, told);
    const { mend: hand } = finding;
    if (!mend || hand === undefined) {
      results.push(resultOf(check, finding, false));
      continue;
    }
    const after = await examined(
      {
        ...check,
        async examine() {
          const did = hand();
          const after = await check.examine();
          return after.state === 'ok' ? { ...after, says: `${did}; ${after.says}` } : after;
        },
      },
      told,
    );
    results.push(resultOf(check, after, after.state === 'ok'));
  }
  return results;
}

function resultOf({ name }: Check, { state, says, fix, mend }: Diagnosis, fixed: boolean): Result {
  return { name, state, says, ...(fix === undefined ? {} : { fix }), fixable: mend !== undefined, fixed };
}
