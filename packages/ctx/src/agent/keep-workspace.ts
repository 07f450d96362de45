// The workspace kept for whoever takes the session over: before the first call that may change it, and together with what each such
// call returned. So the files that somebody else finds are those that the conversation speaks of.

import { advance } from './advance.js';
import type { Dispatch } from './decide.js';
import type { RunPorts } from './run-context.js';

type Keeping = Pick<RunPorts, 'keeper' | 'state' | 'log'>;

export async function keepBefore(context: Keeping, dispatches: readonly Dispatch[]): Promise<void> {
  if (context.keeper?.isKept === false && dispatches.some(mayChange)) await keepNow(context);
}

/** `tell` writes down what the calls returned. */
export async function keepAfter(
  context: Keeping,
  dispatches: readonly Dispatch[],
  tell: () => void,
): Promise<void> {
  if (dispatches.some(mayChange)) await keepNow(context, tell);
  else tell();
}

/** Also what was changed by nobody's call. Where nothing was kept yet, nothing has been changed by the session. */
export async function keepAtEnd(context: Keeping, tell: () => void): Promise<void> {
  if (context.keeper?.isKept === true) await keepNow(context, tell);
  else tell();
}

/** The store has the files before the log names them, and the log names them in the same breath as what they belong to. */
export async function keepNow({ keeper, state, log }: Keeping, tell = () => {}): Promise<void> {
  const told = await keeper?.keep();
  if (told === undefined) {
    tell();
    return;
  }
  log.together(() => {
    if ('kept' in told) advance(state, log.append('workspace.snapshot', told.kept));
    else {
      const says = `The workspace could not be kept (${told.unkept}): nobody can take the session over from here.`;
      advance(state, log.append('finding', { code: 'workspace_unkept', records: [], says }));
    }
    tell();
  });
}

function mayChange({ tool: { readOnly } }: Dispatch): boolean {
  return !readOnly;
}
