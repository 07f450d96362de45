// After a driven run: the host's own transcript, into the same session, and held against what was seen on the wire.

import { homedir } from 'node:os';
import { appendTranscript } from '../foreign/append-transcript.js';
import { type HostName, isTranscriptHost } from '../foreign/known-hosts.js';
import { Failure } from '../protocol/failure.js';
import type { SessionRecord } from '../protocol/records.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Log } from '../session/log.js';
import { foundTranscript } from './find-transcript.js';
import type { PreparedAgent } from './prepare-agents.js';
import { type Conversation, untoldConversations } from './untold-conversations.js';
import { wireDifferences } from './wire-differences.js';

export interface Taking {
  readonly run_id: string;
  readonly agent: PreparedAgent;
  readonly workspace: string;
  /** Relative to the project's root. */
  readonly shownWorkspace: string;
  /** As the host had it, and no more. */
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox | undefined;
  readonly folder: string;
  readonly now: number;
  readonly log: Log;
  /** All that the log holds so far. */
  records(): readonly SessionRecord[];
  readonly note: (code: string, records: readonly number[], says: string) => void;
}

export async function takeTranscript(taking: Taking): Promise<void> {
  const { name } = taking.agent.host;
  if (!isTranscriptHost(name)) return;
  for (const conversation of untoldConversations(taking.records(), name, taking.run_id))
    await takeOne(taking, name, conversation);
}

async function takeOne(
  taking: Taking,
  name: HostName,
  { session, runs, untold }: Conversation,
): Promise<void> {
  const { agent, workspace, env, sandbox, folder, note } = taking;
  const place = { home: env['HOME'] ?? homedir(), cwd: workspace, env, sandbox, folder };
  const found = await foundTranscript(agent, session, place);
  if (found === undefined) {
    note('transcript_missing', [], `${name} left no transcript of its session ${session}`);
    return;
  }
  await taking.log.settled();
  try {
    appendTranscript(taking.log, {
      host: name,
      transcript: found.path,
      // What was read of it before is known by the run that came first.
      name: `${runs[0]}-${found.name}`,
      records: taking.records(),
      retells: untold,
      ended: true,
      now: taking.now,
      workspace: taking.shownWorkspace,
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    note('transcript_unreadable', [], `the transcript of ${name} could not be read (${error.code})`);
    return;
  }
  await taking.log.settled();
  for (const { code, records, says } of wireDifferences(taking.records(), new Set(runs)))
    note(code, records, says);
}
