// The stories of the sessions that somebody looks at: told once, and then only what came since.

import { withSignature } from '../evidence/report/signed-story.js';
import type { StoryLimits } from '../evidence/story/shorten.js';
import type { RunStory, SessionStory, TurnStory } from '../evidence/story/story.js';
import { sessionTeller } from '../evidence/story/tell-session.js';
import { fail } from '../protocol/codes.js';
import { type FollowedLog, followedLog } from './followed-log.js';
import type { Entry } from './session-index.js';

export interface Stories {
  of(entry: Entry): Promise<SessionStory>;
  close(): void;
}

/** A page of a browser can hold that, and the server a few of them. */
const limits: StoryLimits = { steps: 4000, text: 6_000_000, changedText: 4_000_000 };
const mostStories = 3;
const keptMs = 60_000;

interface ToldStory {
  readonly log: FollowedLog;
  readonly teller: ReturnType<typeof sessionTeller>;
  usedAt: number;
}

export function stories(): Stories {
  const told = new Map<string, ToldStory>();
  let timer: NodeJS.Timeout | undefined;

  function begin({ key, path }: Entry): ToldStory {
    const teller = sessionTeller(limits);
    const one = { log: followedLog(path, teller.take), teller, usedAt: performance.now() };
    told.delete(key);
    while (told.size >= mostStories) {
      const [oldest] = [...told].sort(([, a], [, b]) => a.usedAt - b.usedAt)[0] ?? [];
      if (oldest !== undefined) told.delete(oldest);
    }
    told.set(key, one);
    timer ??= setInterval(forget, keptMs).unref();
    return one;
  }
  function forget(): void {
    for (const [key, { usedAt }] of told) if (performance.now() - usedAt > keptMs) told.delete(key);
    if (told.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    async of(entry) {
      let one = told.get(entry.key) ?? begin(entry);
      if (!(await one.log.advance())) {
        one = begin(entry);
        await one.log.advance();
      }
      one.usedAt = performance.now();
      const { head, torn, broken } = one.log;
      const target = entry.path;
      if (broken !== undefined) throw fail('session_broken', { operation: 'read', target, ...broken });
      if (head === undefined) throw fail('session_empty', { operation: 'read', target });
      return withSignature(one.teller.told(head, torn), entry.path);
    },
    close: () => clearInterval(timer),
  };
}

/** Only what holds something newer than a record. */
export function newerThan(story: SessionStory, seq: number): SessionStory {
  const runs = story.runs
    .filter(({ last }) => last.seq > seq)
    .map((run): RunStory => ({ ...run, turns: run.turns.filter((turn) => newestIn(turn) > seq) }));
  return { ...story, runs, events: story.events.filter((event) => event.seq > seq) };
}

function newestIn({ opened, steps, closed }: TurnStory): number {
  let newest = Math.max(opened.seq, closed?.seq ?? 0);
  for (const step of steps) {
    const of = step.kind === 'call' ? [step.started, step.approval, step.denial, step.returned] : [];
    newest = Math.max(newest, step.seq, ...of.map((mark) => mark?.seq ?? 0));
  }
  return newest;
}
