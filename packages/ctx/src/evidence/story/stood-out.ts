// What a reviewer looks for first in a run: denials, failures, repairs, compactions, interruptions.

import { eventWords } from './event-words.js';
import type { RunStory, StoryStep } from './story.js';

export interface StandingOut {
  readonly what: string;
  readonly look: 'bad' | 'warn';
  readonly turn: number;
  readonly seq: number;
  readonly says: string;
}

export function stoodOut(run: Pick<RunStory, 'turns'>): StandingOut[] {
  return run.turns.flatMap(({ turn, steps }) =>
    steps.flatMap((step) => {
      const found = standingOut(step);
      return found === undefined ? [] : [{ ...found, turn }];
    }),
  );
}

/** What belongs to every run of its kind: nobody has to be pointed at it. */
const quiet: ReadonlySet<string> = new Set(['approval.requested', 'workspace.snapshot', 'source.observed']);

function standingOut(step: StoryStep): Omit<StandingOut, 'turn'> | undefined {
  switch (step.kind) {
    case 'answer':
      return undefined;
    case 'failure': {
      const { will_retry, seq, failure, status } = step;
      const says = `${failure}${status === undefined ? '' : ` ${status}`}`;
      return { what: will_retry ? 'retried' : 'model failed', look: 'bad', seq, says };
    }
    case 'event': {
      if (quiet.has(step.record.type)) return undefined;
      const { badge, says, bad } = eventWords(step.record);
      return { what: badge, look: bad === true ? 'bad' : 'warn', seq: step.seq, says };
    }
    case 'call': {
      const { tool, about, denial, returned, decision, seq, started } = step;
      if (denial !== undefined)
        return { what: 'denied', look: 'bad', seq: denial.seq, says: `${tool} ${about}: ${denial.reason}` };
      if (decision === 'malformed')
        return { what: 'not run', look: 'bad', seq, says: `${tool}: its input was not JSON` };
      const at = { seq: started?.seq ?? seq, says: `${tool} ${about}` };
      if (returned?.interrupted) return { what: 'interrupted', look: 'warn', ...at };
      return returned?.is_error ? { what: 'tool error', look: 'bad', ...at } : undefined;
    }
  }
}
