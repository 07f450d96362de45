// The story of a session file. A broken chain is refused: a report never tells more than what holds.

import { fail } from '../../protocol/codes.js';
import { readSession, soundReading } from '../../session/reader.js';
import type { StoryLimits } from './shorten.js';
import type { RunStory, SessionStory } from './story.js';
import { sessionTeller } from './tell-session.js';

export function readStory(path: string, limits?: StoryLimits): SessionStory {
  const teller = sessionTeller(limits);
  const { head, torn } = soundReading(readSession(path, teller.take), path, 'read');
  return teller.told(head, torn !== undefined);
}

/** All runs, or the one that was asked for. */
export function runsToShow(
  { runs, session_id }: SessionStory,
  run_id: string | undefined,
): readonly RunStory[] {
  if (run_id === undefined) return runs;
  const run = runs.find((each) => each.run_id === run_id);
  if (run !== undefined) return [run];
  const known = runs.map((each) => each.run_id);
  throw fail('run_unknown', { operation: 'read', target: run_id, session: session_id, known });
}
