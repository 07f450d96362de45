// The sealed log of one session of an agent behind the relay: its prompts, its calls with who decided on them, what came of them.

import { digestOf } from '../disk/digest.js';
import { isThere } from '../disk/is-there.js';
import { newRunSoFar, type RunSoFar, takeInRun } from '../foreign/run-so-far.js';
import { canonical } from '../protocol/json.js';
import {
  type Agent,
  contractId,
  formatVersion,
  type Policy,
  type RecordBodies,
  type RecordType,
  type RunSettings,
  type SessionRecord,
  type StopReason,
} from '../protocol/records.js';
import { foreignSessionId } from '../session/foreign-sessions.js';
import { createSession, openSession } from '../session/open.js';
import { makeSessionsFolder, sessionPath } from '../session/sessions-folder.js';
import { turnResult } from '../session/tally.js';
import type { SessionWriter, WriterOptions } from '../session/writer.js';

export interface RecordedAgent {
  readonly agent: Agent;
  /** What the agent itself calls the session. */
  readonly theirs: string;
  readonly policy: Policy;
}

export interface RecordedCall {
  readonly call_id: string;
  readonly tool: string;
  readonly input: unknown;
}

/** More of an answer or an output is not kept. */
const longestText = 1 << 20;
const longestOutput = 64 * 1024;
/** Findings of the wire alone, so that no peer fills a disk with them. */
const mostFindings = 200;

export class RecordedSession {
  readonly #writer: SessionWriter;
  readonly #fold: Fold;
  #said = '';
  #findings = 0;

  private constructor(writer: SessionWriter, fold: Fold) {
    this.#writer = writer;
    this.#fold = fold;
  }

  /** A new log, or the one that is there: then a new run goes on with it. */
  static open(folder: string, about: RecordedAgent, options: WriterOptions): RecordedSession {
    const id = foreignSessionId('acp', `${about.agent.name}-${about.theirs}`);
    const path = sessionPath(folder, id);
    const fold: Fold = { run: undefined, runs: 0 };
    const folding = { ...options, onRecord: (record: SessionRecord) => take(fold, record) };
    const settings = settingsOf(about.policy);
    if (isThere(path)) {
      const writer = openSession(path, folding, (record) => take(fold, record));
      const session = new RecordedSession(writer, fold);
      // What a killed relay left open.
      session.#closeRun();
      const run_id = `main-${fold.runs + 1}`;
      const continues = fold.run === undefined ? {} : { continues: fold.run.run_id };
      writer.append('session.appended', { runs: [{ run_id, prompts: [], settings, ...continues }] });
      session.#openRun(run_id, about, continues);
      return session;
    }
    makeSessionsFolder(folder);
    const writer = createSession(path, folding);
    const session = new RecordedSession(writer, fold);
    writer.append('session.opened', {
      format: formatVersion,
      contract: contractId,
      session_id: id,
      runs: [{ run_id: 'main', prompts: [], settings }],
      origin: { kind: 'captured', agent: about.agent, session_id: about.theirs, sources: [] },
    });
    session.#openRun('main', about);
    return session;
  }

  get path(): string {
    return this.#writer.path;
  }

  get hasTurn(): boolean {
    return this.#fold.run?.turn !== undefined;
  }

  openTurn(prompt: string): void {
    this.closeTurn('cancelled');
    this.#said = '';
    this.#append('turn.opened', { turn: (this.#fold.run?.turns ?? 0) + 1, prompt: prompt.toWellFormed() });
  }

  say(text: string): void {
    if (this.#said.length < longestText) this.#said += text;
  }

  asked({ call_id, tool }: RecordedCall, rule: string): void {
    if (this.hasTurn) this.#append('approval.requested', { call_id, tool, rule, via: 'editor' });
  }

  answered(call_id: string, isAllowed: boolean, scope: 'once' | 'session', by: string | null): void {
    if (!this.hasTurn) return;
    const answer = isAllowed ? 'allow' : 'deny';
    this.#append('approval.given', { call_id, answer, scope, via: 'editor', by });
  }

  /** Its sequence number, for what is found about it. */
  requested({ call_id, tool, input }: RecordedCall, enforcement: 'asked' | 'none'): number | undefined {
    if (!this.hasTurn) return undefined;
    return this.#append('tool.requested', { call_id, tool, input, enforcement });
  }

  denied({ call_id, tool, input }: RecordedCall, rule: string, reason: string): void {
    if (this.hasTurn) this.#append('tool.denied', { call_id, tool, input, rule, reason });
  }

  returned(call_id: string, output: string, is_error: boolean): void {
    const tool = this.#fold.run?.turn?.open.get(call_id);
    if (tool === undefined) return;
    const { text, count } = this.#writer.redact(output.toWellFormed());
    this.#append('tool.returned', { call_id, tool, is_error, ...clipped(text) }, count);
  }

  isOpen(call_id: string): boolean {
    return this.#fold.run?.turn?.open.has(call_id) === true;
  }

  finding(code: string, says: string, ...records: number[]): void {
    this.#findings += 1;
    if (this.#findings <= mostFindings) this.#append('finding', { code, records, says: says.toWellFormed() });
  }

  closeTurn(stop_reason: StopReason): void {
    const { run } = this.#fold;
    const { turn } = run ?? {};
    if (run === undefined || turn === undefined) return;
    for (const [call_id, tool] of [...turn.open])
      this.#append('tool.returned', { call_id, tool, output: '', is_error: true, interrupted: true });
    const { text } = this.#writer.redact(this.#said.toWellFormed());
    const result = turnResult({ ...turn, output: text }, stop_reason, run.tally.turn);
    this.#append('turn.closed', { result });
    this.#writer.sync();
  }

  /** The log is whole and nobody holds it any more. */
  close(): void {
    this.#closeRun();
    this.#writer.close();
  }

  #openRun(
    run_id: string,
    { agent, policy }: RecordedAgent,
    continues: { readonly continues?: string } = {},
  ) {
    this.#append('run.opened', {
      run_id,
      agent,
      settings: settingsOf(policy),
      pool: [],
      capture: { model: 'captured', tools: 'captured', clock: 'live', ids: 'captured' },
      fence: {
        ...(policy.profile !== undefined && { profile: policy.profile }),
        policy_digest: digestOf(canonical(policy)),
        // Each call says whether the agent asked.
        enforcement: [{ tool: '*', by: 'none' }],
      },
      ...continues,
    });
  }

  #closeRun(): void {
    this.closeTurn('cancelled');
    const { run } = this.#fold;
    if (run === undefined || run.closed) return;
    const { run_id, lastStop, tally } = run;
    this.#append('run.closed', { run_id, stop_reason: lastStop, totals: tally.totals });
    this.#writer.sync();
  }

  #append<K extends RecordType>(type: K, body: RecordBodies[K], redacted = 0): number {
    return this.#writer.append(type, body, redacted).seq;
  }
}

interface Fold {
  run: RunSoFar | undefined;
  runs: number;
}

function take(fold: Fold, record: SessionRecord): void {
  if (record.type === 'run.opened') {
    fold.run = newRunSoFar(record);
    fold.runs += 1;
  } else if (fold.run !== undefined) takeInRun(fold.run, record);
}

function settingsOf(policy: Policy): RunSettings {
  return {
    // The agent has its own, and ACP does not say which.
    model: 'unknown',
    workspace: '.',
    policy,
    budget: { max_model_calls_per_turn: 1_000_000 },
    match_limit: 0,
  };
}

function clipped(text: string) {
  if (text.length <= longestOutput) return { output: text };
  const half = longestOutput / 2;
  const output = `${text.slice(0, half).toWellFormed()}\n…\n${text.slice(-half).toWellFormed()}`;
  return {
    output,
    truncated: { bytes_seen: Buffer.byteLength(text), bytes_kept: Buffer.byteLength(output) },
  };
}
