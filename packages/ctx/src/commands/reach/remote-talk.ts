// A session elsewhere, at this terminal: what it tells is shown as that of a session here, and what it asks is asked here.

import { posix } from 'node:path';
import { markVariable } from '../../agent/tools/leftover-processes.js';
import type { Services } from '../../cli/command.js';
import { hasPerson } from '../../cli/fresh-line.js';
import { neutral } from '../../cli/terminal.js';
import { fail } from '../../protocol/codes.js';
import type { HeardEvent } from '../../reach/heard-events.js';
import type { RemoteCtx, RemoteSession } from '../../reach/remote-ctx.js';
import { type HeardRuns, heardRuns } from '../../runs/heard-runs.js';
import { sessionId } from '../../session/id.js';
import type { AskFlags } from '../session-flags.js';
import { askedHere } from './asked-here.js';
import { passedFlags } from './passed-flags.js';
import type { Reach } from './reach-server.js';

export interface Talked {
  readonly remote: RemoteCtx;
  readonly session: RemoteSession;
  readonly runs: HeardRuns;
  /** Settles once no run is open any more. */
  settled(): Promise<void>;
}

export interface Wanted {
  readonly called: string;
  /** A session that is there; a new one where nothing is said. */
  readonly session?: string | undefined;
  /** Below the folder that the other side works in, or from its root. */
  readonly folder?: string | undefined;
  readonly flags: AskFlags & Readonly<Record<string, unknown>>;
}

export async function openRemote(reach: Reach, wanted: Wanted, services: Services): Promise<Talked> {
  const { emit, show, env } = services;
  const { called, flags, folder = '.' } = wanted;
  // An agent that ctx started answers for nobody.
  const byAgent = (env[markVariable] ?? '') !== '';
  const isThere = !byAgent && (await hasPerson(flags));
  const approve = byAgent ? undefined : flags.approve;
  const runs = heardRuns();
  let wake = () => {};
  const shownPast = pastShown(called, emit);
  const remote = await reach({
    event(event, isPast) {
      if ('seq' in event) runs.take(event);
      if (isPast) shownPast(event);
      else if (event.type === 'tool.output' || event.type === 'tool.settled') show?.(event);
      else emit(event);
      if (!runs.isOpen) wake();
    },
    question: askedHere({ target: called, isThere, flags: { ...flags, approve } }, services),
  });
  const terms = { flags: passedFlags(flags), unattended: !isThere && approve === undefined };
  const cwd = posix.resolve(remote.cwd, folder);
  const id = wanted.session === undefined ? undefined : sessionId(wanted.session);
  const session = id === undefined ? await remote.open(cwd, terms) : await remote.load(id, cwd, terms);
  return {
    remote,
    session,
    runs,
    async settled() {
      const gone = remote.connection.ended.then(() => 'gone' as const);
      while (runs.isOpen) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if ((await Promise.race([woken, gone])) === 'gone')
          throw fail('remote_lost', { operation: 'talk', target: called, session: session.id });
      }
    },
  };
}

/** What was said before we came, as if it were said now. It is no event of ours. */
function pastShown(called: string, emit: Services['emit']): (event: HeardEvent) => void {
  let isFirst = true;
  const note = (text: string) => emit({ note: 'past', text: `${neutral(text)}\n` });
  return (event) => {
    if (isFirst && 'seq' in event && event.seq > 0)
      note(`(the beginning of this session is left out; ctx load-session on ${called} shows it)`);
    isFirst = false;
    if (event.type === 'turn.opened') note(`> ${event.prompt}`);
    if (event.type === 'model.responded')
      for (const part of event.content) if (part.type === 'text' && part.text.trim() !== '') note(part.text);
    if (event.type === 'tool.returned') note(`* ${event.tool}${event.is_error ? ' failed' : ''}`);
    if (event.type === 'tool.denied') note(`x ${event.tool} denied: ${event.reason}`);
  };
}
