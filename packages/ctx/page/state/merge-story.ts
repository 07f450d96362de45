// A session's story as the page has it, with what the server told of it since: whole runs and turns take the place of their older selves.

import type { SessionStory } from '../../src/evidence/story/story.js';

export function mergedStory(before: SessionStory, fresh: SessionStory): SessionStory {
  const runs = replaced(before.runs, fresh.runs, ({ run_id }) => run_id).map((run) => {
    const old = before.runs.find(({ run_id }) => run_id === run.run_id);
    return old === undefined || old === run
      ? run
      : { ...run, turns: replaced(old.turns, run.turns, ({ turn }) => turn) };
  });
  return { ...fresh, runs, events: replaced(before.events, fresh.events, ({ seq }) => seq) };
}

/** In the order of the old ones; new ones after them. */
function replaced<T>(before: readonly T[], fresh: readonly T[], nameOf: (each: T) => string | number): T[] {
  const byName = new Map(fresh.map((each) => [nameOf(each), each]));
  const kept = before.map((each) => byName.get(nameOf(each)) ?? each);
  const known = new Set(before.map(nameOf));
  return [...kept, ...fresh.filter((each) => !known.has(nameOf(each)))];
}
