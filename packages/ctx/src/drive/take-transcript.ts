// After a driven run: the host's own transcript, into the same session, and held against what was seen on the wire.

import { homedir } from 'node:os';
import { appendTranscript } from '../foreign/append-transcript.js';
import { isTranscriptHost } from '../foreign/known-hosts.js';
import { Failure } from '../protocol/failure.js';
import type { SessionRecord } from '../protocol/records.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Log } from '../session/log.js';
import { foundTranscript } from './find-transcript.js';
import type { PreparedAgent } from './prepare-agents.js';
import { wireDifferences } from './wire-differences.js';

export interface Taking {
  readonly run_id: string;
  readonly agent: PreparedAgent;
  /** What the host calls its session. */
  readonly session: string;
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
  const { agent, session, workspace, env, sandbox, folder, run_id, note } = taking;
  const { name } = agent.host;
  if (!isTranscriptHost(name)) return;
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
      name: `${run_id}-${found.name}`,
      records: taking.records(),
      retells: [run_id],
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
  for (const { code, records, says } of wireDifferences(taking.records(), run_id)) note(code, records, says);
}
