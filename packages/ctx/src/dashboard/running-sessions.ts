// The sessions that somebody works in just now: followed record by record, told to the pages as they go.

import { statSync } from 'node:fs';
import { lockOwner } from '../disk/lock.js';
import { diskTrouble } from '../disk/system-errors.js';
import { lockPathOf } from '../session/lock-path.js';
import type { BrokenSession, LiveSession, SessionRow, SessionState } from './api.js';
import { type FollowedLog, followedLog } from './followed-log.js';
import { type LiveFold, type LoggedQuestion, liveFold } from './live-fold.js';
import type { Entry, SessionIndex } from './session-index.js';

export interface RunningSessions {
  /** Its file or its lock changed. */
  touched(entry: Entry): void;
  /** It was read for the first time: it may run. */
  found(entry: Entry): void;
  rowOf(entry: Entry): SessionRow | BrokenSession;
  live(key: string): LiveSession | undefined;
  keys(): string[];
  questions(key: string): readonly LoggedQuestion[];
  /** What the model says just now, as its process tells it. */
  heard(key: string, delta: string): void;
  close(): void;
}

export interface RunningEvents {
  row(row: SessionRow | BrokenSession): void;
  live(live: LiveSession): void;
  text(key: string, delta: string): void;
  ended(key: string): void;
  questionsChanged(key: string): void;
  /** Whether its process would be reached. */
  interruptible(key: string): boolean;
  /** Whether a question of it waits, wherever it came from. */
  waits(key: string): boolean;
}

/** Another agent's session is taken for running as long as it is not over and something came. */
const silentMs = 10 * 60_000;
const firstMs = 15;
const nextMs = 100;
const sweepMs = 5000;
const longestText = 8000;

interface Followed {
  log: FollowedLog;
  fold: LiveFold;
  text: string;
  asked: number | undefined;
}

export function runningSessions(
  index: () => SessionIndex,
  now: () => number,
  events: RunningEvents,
): RunningSessions {
  const followed = new Map<string, Followed>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const doneAt = new Map<string, number>();
  let sweep: NodeJS.Timeout | undefined;

  function follow(entry: Entry): Followed {
    const fold = liveFold();
    const made = { log: followedLog(entry.path, fold.take), fold, text: '', asked: undefined };
    followed.set(entry.key, made);
    sweep ??= setInterval(() => {
      for (const key of followed.keys()) {
        const known = index().find(key);
        if (known === undefined) drop(key);
        else if (!isRunning(known)) touched(known);
      }
    }, sweepMs).unref();
    return made;
  }
  function drop(key: string): void {
    if (!followed.delete(key)) return;
    if (followed.size === 0) {
      clearInterval(sweep);
      sweep = undefined;
    }
    events.ended(key);
    events.questionsChanged(key);
  }
  function isLocked({ path, hasLock }: Entry): boolean {
    try {
      return hasLock && lockOwner(lockPathOf(path)) !== undefined;
    } catch (error) {
      // Of a lock that nobody may read, the row tells.
      if (diskTrouble(error) !== undefined) return false;
      throw error;
    }
  }
  function isRunning(entry: Entry): boolean {
    if (entry.row?.readable === false) return false;
    if (isLocked(entry)) return true;
    const isOpen = entry.row === undefined || entry.row.stop_reason === 'open';
    const isForeign = entry.row?.readable === true && entry.row.origin === 'captured';
    return isOpen && isForeign && now() - entry.changedMs < silentMs;
  }
  function touched(entry: Entry): void {
    if (waiting.has(entry.key)) return;
    const since = performance.now() - (doneAt.get(entry.key) ?? Number.NEGATIVE_INFINITY);
    const timer = setTimeout(
      () => {
        waiting.delete(entry.key);
        doneAt.set(entry.key, performance.now());
        void look(entry);
      },
      Math.max(firstMs, nextMs - since),
    );
    waiting.set(entry.key, timer);
  }
  async function look(entry: Entry): Promise<void> {
    try {
      await lookAt(entry);
    } catch {
      // It is gone by now, or nobody may read it: its row says so.
      if (index().find(entry.key) === entry) index().reread(entry);
      drop(entry.key);
      events.row(rowOf(entry));
    }
  }
  async function lookAt(entry: Entry): Promise<void> {
    const { key } = entry;
    const mayRun = isLocked(entry) || followed.has(key);
    if (!mayRun || entry.row === undefined) index().reread(entry);
    if (!mayRun && !isRunning(entry)) return events.row(rowOf(entry));
    let one = followed.get(key) ?? follow(entry);
    if (!(await one.log.advance())) {
      one = follow(entry);
      await one.log.advance();
    }
    if (one.log.broken !== undefined) throw new TypeError('the chain is broken');
    takeSums(entry, one);
    if (!isRunning(entry)) {
      index().reread(entry);
      drop(key);
      return events.row(rowOf(entry));
    }
    const live = liveOf(key);
    // What was said is in the log once the answer is whole.
    if (live?.asking?.since !== one.asked) {
      one.asked = live?.asking?.since;
      one.text = '';
    }
    events.row(rowOf(entry));
    const told = liveOf(key);
    if (told !== undefined) events.live(told);
    events.questionsChanged(key);
  }
  /** A long log need not be read again for what was just folded. */
  function takeSums(entry: Entry, { fold, log }: Followed): void {
    const { row } = entry;
    if (row?.readable !== true || log.head === undefined) return;
    const sums = fold.sums();
    const there = statSync(entry.path, { throwIfNoEntry: false });
    entry.row = {
      ...row,
      ...sums,
      stopped: sums.stop_reason !== 'open',
      records: log.head.seq + 1,
      bytes: there?.size ?? row.bytes,
      last_modified: new Date(entry.changedMs).toISOString(),
      locked: isLocked(entry),
    };
  }
  function rowOf(entry: Entry): SessionRow | BrokenSession {
    const { readable: _, path: __, ...row } = entry.row ?? index().reread(entry);
    const { key, project } = entry;
    if ('why' in row) return { key, project, readable: false, ...row };
    return { key, project, readable: true, state: stateOf(entry, row.stop_reason), ...row };
  }
  function stateOf(entry: Entry, stop: string): SessionState {
    if (isRunning(entry)) return events.waits(entry.key) ? 'waiting' : 'running';
    return stop === 'open' ? 'open' : 'ended';
  }
  function liveOf(key: string): LiveSession | undefined {
    const one = followed.get(key);
    const live = one?.fold.live();
    if (one === undefined || live === undefined) return undefined;
    return { key, ...live, text: one.text, interruptible: events.interruptible(key) };
  }

  return {
    touched,
    found(entry) {
      if (isRunning(entry) && !followed.has(entry.key)) touched(entry);
    },
    rowOf,
    live: liveOf,
    keys: () => [...followed.keys()],
    questions: (key) => followed.get(key)?.fold.questions() ?? [],
    heard(key, delta) {
      const one = followed.get(key);
      if (one === undefined) return;
      one.text = (one.text + delta).slice(-longestText).toWellFormed();
      events.text(key, delta);
    },
    close() {
      for (const timer of waiting.values()) clearTimeout(timer);
      clearInterval(sweep);
    },
  };
}
