// One event of a host, appended to the sealed log of its session. The host waits, so it does the least that seals it; and whatever goes wrong
// here never changes what the host is answered.

import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import type { HostEvent, HostReply } from '../protocol/host-event.js';
import { endedSessionsIn, foreignSessionId, foreignSessionsFolder } from '../session/foreign-sessions.js';
import { redactorFor } from '../session/redact.js';
import { openCapturedLog } from './captured-log.js';
import { keepLate, takeLate } from './late.js';
import { lockLog } from './lock-log.js';
import { observe } from './observe.js';
import { tell } from './tell.js';

export interface CapturedEvent {
  readonly host: string;
  /** Whether this host may end without telling so. */
  readonly endsAtStop: boolean;
  readonly event: HostEvent;
  readonly reply: HostReply;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: number;
}

/** Hosts wait ten seconds, and a no that comes later is none. */
const patienceMs = 4_000;

/**
 * The first of these projects whose log has the session already. An agent may work in a folder that it made a project of its own, and
 * what it does there belongs to the session that began elsewhere.
 */
export function projectOfSession(
  { host, event, env }: Pick<CapturedEvent, 'host' | 'event' | 'env'>,
  roots: Iterable<string>,
): string | undefined {
  const { session } = event;
  if (session === undefined) return undefined;
  const name = `${foreignSessionId(host, session)}.jsonl`;
  for (const root of roots) {
    const folder = foreignSessionsFolder(root, env);
    if (folder !== undefined && isThere(`${folder}/${name}`)) return root;
  }
  return undefined;
}

export async function captureEvent(given: CapturedEvent): Promise<void> {
  const { host, event, root, env, now } = given;
  const folder = foreignSessionsFolder(root, env);
  if (event.session === undefined || folder === undefined) return;
  if (event.kind === 'prompt' && event.again) return;
  const path = await logOf(`${folder}/${foreignSessionId(host, event.session)}.jsonl`, given);
  const sessionId = basename(path, '.jsonl');
  if (!isThere(folder)) makeFolders(folder, 0o700);
  const told = withoutSecrets(given);
  const lock = await lockLog(path, patienceMs);
  if (lock === undefined) return keepLate(path, told);
  let isOver = false;
  try {
    const log = await openCapturedLog(path, now);
    try {
      const late = takeLate(path);
      for (const each of [...late.events, told])
        isOver = tell(log, { host, sessionId, ...each }, given.endsAtStop) || isOver;
      observe(log, event.transcript, env);
      log.write();
      if (event.kind === 'stop' || isOver) log.sync();
      late.forget();
    } finally {
      log.close();
    }
  } finally {
    lock.release();
  }
  if (event.kind === 'session-start' && isThere(endedSessionsIn(folder))) {
    const { catchUp } = await import('./catch-up.js');
    await catchUp({ path, env, now });
  }
  if (!isOver || event.transcript === undefined) return;
  const { importAtEnd } = await import('./import-at-end.js');
  await importAtEnd({ path, host, transcript: event.transcript, env, now });
}

/** Few hosts give a subagent a session of its own. */
async function logOf(told: string, { host, event }: CapturedEvent): Promise<string> {
  if (event.agentsOwnSession !== true) return told;
  const { logOfAgent } = await import('./agents-sessions.js');
  return logOfAgent(told, host, event);
}

/** Of the event and of what was answered. A transcript's path is kept as it is, to be found again. */
function withoutSecrets({ event, reply, env }: CapturedEvent) {
  const redactor = redactorFor(env);
  const given = { event: { ...event, transcript: undefined }, reply };
  const { value, count } = orShallow(given, (whole) => redactor.object(whole));
  const clean: { event?: HostEvent; reply?: HostReply } = value;
  return { event: clean.event ?? event, reply: clean.reply ?? reply, redacted: count };
}

/** What is nested deeper than anybody can read it is told without its depths: that the call was made must not get lost. */
function orShallow<T>(
  given: { readonly event: HostEvent; readonly reply: HostReply },
  work: (whole: object) => T,
): T {
  try {
    const done = work(given);
    JSON.stringify(given);
    return done;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { event } = given;
    const input = { left_out: 'nested too deep to keep' };
    const shallow = 'tool' in event ? { ...event, tool: { ...event.tool, input }, output: '' } : event;
    return work({ ...given, event: shallow });
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
