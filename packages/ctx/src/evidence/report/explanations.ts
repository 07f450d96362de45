// The words of a report that are more than a label: why a run stopped, and what its capture manifest claims.

import type { CaptureManifest, Origin, StopReason } from '../../protocol/records.js';
import { byteSize, counted } from '../story/amounts.js';
import type { RunStory, Signature } from '../story/story.js';

export type RunOutcome = 'good' | 'bad' | 'open';

export function outcomeOf(stop: StopReason | 'open'): RunOutcome {
  if (stop === 'open') return 'open';
  return stop === 'completed' ? 'good' : 'bad';
}

const stops: Readonly<Record<StopReason | 'open', string>> = {
  completed: 'Every prompt was answered.',
  timeout: 'The time limit was reached.',
  cancelled: 'It was cancelled.',
  max_budget_reached: 'The budget of tokens, cost or tool calls was used up.',
  max_turns_reached: 'It used all of its turns.',
  max_iterations_reached: 'A turn used all of its model calls.',
  tool_denied: 'A tool call was denied, and the policy stops the run on a denial.',
  content_filter: 'The provider’s content filter ended an answer.',
  length: 'An answer reached its token limit.',
  model_error: 'The model could not be reached, or kept failing.',
  output_invalid: 'The answer did not fit the schema that was asked for.',
  log_tampered: 'Somebody changed the session’s file during the run.',
  open: 'It has not ended: it is still running, or it was cut short and can be resumed.',
};

export function whyItStopped(stop: StopReason | 'open'): string {
  return stops[stop];
}

/** What is there of a run that did not come to its end. */
export function partialWords({ turns, last }: Pick<RunStory, 'turns' | 'last'>): string {
  const done = turns.filter(({ closed }) => closed?.result.stop_reason === 'completed').length;
  return `The run did not complete; ${counted(done, 'turn')} of it did. This page shows everything up to record ${last.seq}.`;
}

const sources: Readonly<Record<CaptureManifest['model'], string>> = {
  recorded: 'taken from an earlier session’s log',
  scripted: 'answered from a script, whose digest is in the log',
  live: 'recorded as it happened; cannot be reproduced without this log',
  deterministic: 'the same on every machine',
  driven: 'another agent, run by ctx',
  captured: 'another agent, recorded by its hooks',
  imported: 'read from another agent’s transcript; protected by the chain only since then',
};

/** Where a session of another agent came from, and since when its chain shows anything. */
export function originWords({ kind, agent, session_id, sources }: Origin): string {
  const who = `${agent.name}${agent.version === undefined ? '' : ` ${agent.version}`}`;
  const its = session_id === undefined ? '' : `, session ${session_id}`;
  const files = sources.map(({ source, size }) => `${source} (${byteSize(size)})`).join(', ');
  const since =
    kind === 'imported'
      ? 'The chain begins at the import and proves nothing about the time before.'
      : 'The chain protects what the agent’s hooks reported while it worked.';
  return `from ${who}${its}${files === '' ? '' : `; ${files}`}. ${since}`;
}

export function captureWords(source: CaptureManifest['model']): string {
  return sources[source];
}

/** Without a list of allowed signers nobody can say whose key it is, and the words do not. */
export function signatureWords(signature: Signature | undefined): string {
  if (signature === undefined) return 'none when this page was made';
  const { state, key, signed_at } = signature;
  const by = `${key === undefined ? '' : ` by ${key}`}${signed_at === undefined ? '' : ` at ${signed_at}`}`;
  switch (state) {
    case 'valid':
      return `signed${by}; ctx verify --signers says whose key that is`;
    case 'partial':
      return `signed${by}; records that were added since are not signed`;
    case 'unchecked':
      return `signed${by}, in a bundle; ctx verify --signers checks it`;
    case 'invalid':
      return 'there is a signature, and it is not valid';
  }
}
