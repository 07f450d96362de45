// The checks of one event, in order. One that fails is written down and the others go on.

import type { HostReply } from '../protocol/host-event.js';
import type { Check, CheckWords, Moment, Observation, Throttle } from './check.js';
import { type HookTrouble, writeDown } from './errors.js';
import { replyOf, type Said } from './reply.js';

export async function runChecks(checks: readonly Check[], moment: Moment): Promise<HostReply> {
  const { event, host, context, settings, notes, now } = moment;
  const said: Said[] = [];
  const troubles: HookTrouble[] = [];
  // The first note says since when the session is known.
  if (notes.since === undefined) notes.said('began');
  for (const check of checks) {
    if (check.on !== event.kind || settings.off.includes(check.name)) continue;
    try {
      if (isThrottled(moment, check.name, check.throttle)) continue;
      const observation = await check.look(moment);
      if (observation === undefined) continue;
      const key = observation.key === undefined ? check.name : `${check.name} ${observation.key}`;
      if (isThrottled(moment, key, check.throttle)) continue;
      if (check.throttle !== 'always') notes.said(key);
      said.push({ check, observation, words: wordsOf(check, observation, moment) });
    } catch (error) {
      troubles.push({ check: check.name, error });
    }
  }
  try {
    notes.save();
  } catch (error) {
    troubles.push({ check: 'notes', error });
  }
  if (troubles.length > 0) writeDown(context, `${host} ${event.kind}`, now, troubles);
  return replyOf(said);
}

function isThrottled({ notes, now }: Moment, what: string, throttle: Throttle): boolean {
  if (throttle === 'always') return false;
  const last = notes.lastSaid(what);
  if (last === undefined) return false;
  return throttle === 'session' || now - last < throttle * 60_000;
}

/** The config's words take the place of the check's own, for whoever they were for. */
function wordsOf({ name, words, mayBlock }: Check, _: Observation, { event, settings }: Moment): CheckWords {
  const own = settings.words[name];
  const reworded: CheckWords =
    own === undefined ? words : Object.fromEntries(Object.keys(words).map((part) => [part, own]));
  const block = mayBlock && settings.block.includes(name) && event.kind === 'stop' && !event.again;
  const { message } = reworded;
  return block && message !== undefined ? { refusal: message } : reworded;
}
