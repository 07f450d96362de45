// The checks of one event, in order. One that fails or takes too long is written down and the others go on; before a tool
// that means no.

import type { HostReply } from '../protocol/host-event.js';
import { cannotJudge } from './cannot-judge.js';
import type { Check, CheckWords, Moment, Observation, Throttle } from './check.js';
import { type HookTrouble, writeDown } from './errors.js';
import { replyOf, type Said } from './reply.js';
import { shortReason } from './short-reason.js';

/** Hosts give a hook some seconds, and go on without its answer after that. */
const usualLimitMs = 3_000;

export type Occasion = Omit<Moment, 'refuseIfLate'> & {
  /** Milliseconds since some moment, for limits. */
  readonly ticks: () => number;
};

export async function runChecks(checks: readonly Check[], occasion: Occasion): Promise<HostReply> {
  const { event, host, context, settings, notes, now } = occasion;
  const said: Said[] = [];
  const troubles: HookTrouble[] = [];
  // The first note says since when the session is known.
  if (notes.since === undefined) notes.said('began');
  for (const check of checks) {
    if (check.on !== event.kind || settings.off.includes(check.name)) continue;
    try {
      if (isThrottled(occasion, check.name, check.throttle)) continue;
      const observation = await withinLimit(check, occasion);
      if (observation === undefined) continue;
      const key = observation.key === undefined ? check.name : `${check.name} ${observation.key}`;
      if (isThrottled(occasion, key, check.throttle)) continue;
      if (check.throttle !== 'always') notes.said(key);
      said.push({ check, observation, words: wordsOf(check, observation, occasion) });
    } catch (error) {
      troubles.push({ check: check.name, error });
    }
  }
  const unjudged = event.kind === 'before-tool' ? troubles[0] : undefined;
  try {
    notes.save();
  } catch (error) {
    troubles.push({ check: 'notes', error });
  }
  if (troubles.length > 0) writeDown(context, `${host} ${event.kind}`, now, troubles);
  const reply = replyOf(said);
  if (unjudged === undefined || reply.refusal !== undefined) return reply;
  return { ...reply, ...cannotJudge(`the check ${unjudged.check} failed, ${shortReason(unjudged.error)}`) };
}

/** What does not come back in time is given up; what computes all the time asks by itself whether it is late. */
async function withinLimit(check: Check, occasion: Occasion): Promise<Observation | undefined> {
  const { limitMs = usualLimitMs } = check;
  const started = occasion.ticks();
  const late = () => new Error(`took longer than ${limitMs} ms`);
  const refuseIfLate = () => {
    if (occasion.ticks() - started > limitMs) throw late();
  };
  const looking = check.look({ ...occasion, refuseIfLate });
  if (!(looking instanceof Promise) || check.keepsTime) return looking;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limitMs);
  });
  try {
    return await Promise.race([looking, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function isThrottled({ notes, now }: Occasion, what: string, throttle: Throttle): boolean {
  if (throttle === 'always') return false;
  const last = notes.lastSaid(what);
  if (last === undefined) return false;
  return throttle === 'session' || now - last < throttle * 60_000;
}

/** The config's words take the place of the check's own, for whoever they were for. */
function wordsOf(
  { name, words, mayBlock }: Check,
  _: Observation,
  { event, settings }: Occasion,
): CheckWords {
  const own = settings.words[name];
  const reworded: CheckWords =
    own === undefined ? words : Object.fromEntries(Object.keys(words).map((part) => [part, own]));
  const block = mayBlock && settings.block.includes(name) && event.kind === 'stop' && !event.again;
  const { message } = reworded;
  return block && message !== undefined ? { refusal: message } : reworded;
}
