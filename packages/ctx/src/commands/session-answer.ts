// What the commands that run a session answer with: the schema, the failure of a run that stopped early, the text.

import * as t from 'typebox';
import type { RunOutcome } from '../agent/conduct-run.js';
import { dollars } from '../cli/amounts.js';
import { columns, counted, neutral, styled, type Terminal } from '../cli/terminal.js';
import { shellWord } from '../disk/shell-word.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import { digest } from '../protocol/records/members.js';
import { stopReasons, totals, turnResult } from '../protocol/records.js';
import type { Conducted } from '../runs/conducted.js';
import type { LogTampered } from '../session/tampering.js';

export const sessionAnswer = t.Object(
  {
    session_id: t.String(),
    path: t.String(),
    chain_head: digest(),
    runs: t.Array(
      t.Object({ run_id: t.String(), stop_reason: t.Enum(stopReasons), turns: t.Array(turnResult) }, closed),
    ),
    totals,
    warnings: t.Array(t.String()),
    /** Where the session was signed when it closed. */
    signature: t.Optional(
      t.Object({ statement: t.String(), signature: t.String(), key: t.String() }, closed),
    ),
  },
  closed,
);

export type SessionAnswer = t.Static<typeof sessionAnswer>;

/**
 * The answer of a session whose runs all completed; any other is thrown as the failure that says why. `shown` is how the
 * command puts its answer, which is then in the failure's details.
 */
export function answerOf(
  conducted: Conducted,
  signal: AbortSignal,
  shown: (answer: SessionAnswer) => object = (answer) => answer,
): SessionAnswer {
  const { session_id, path, runs } = conducted;
  const answer = talkAnswer(conducted, shown);
  const stopped = runs.find(({ stop_reason }) => stop_reason !== 'completed');
  if (stopped === undefined) return signedOr(answer, conducted, shown);
  throw stoppedEarly(stopped, { session: path, name: sessionWord(session_id, path) }, shown(answer), signal);
}

/** The answer of a conversation: people saw how each turn ended, and went on. Only a log that nobody can trust fails it. */
export function talkAnswer(
  conducted: Conducted,
  shown: (answer: SessionAnswer) => object = (answer) => answer,
): SessionAnswer {
  const { session_id, path, chain_head, runs, totals: spent, warnings } = conducted;
  const answer = {
    session_id,
    path,
    chain_head,
    runs: runs.map(({ run_id, stop_reason, turns }) => ({ run_id, stop_reason, turns: [...turns] })),
    totals: spent,
    warnings: [
      ...warnings,
      ...withoutTexts(runs, sessionWord(session_id, path)),
      ...unsignedWarning(conducted),
    ],
    ...(conducted.signature !== undefined && { signature: shownSignature(conducted.signature) }),
  };
  if (conducted.tampered !== undefined) throw logTampered(conducted, conducted.tampered, shown(answer));
  return answer;
}

/** A session that was to be signed and is not fails the command; all that it did is in the details. */
function signedOr(answer: SessionAnswer, { unsigned }: Conducted, shown: (answer: SessionAnswer) => object) {
  if (unsigned === undefined) return answer;
  throw new Failure(unsigned.code, unsigned.row, { ...unsigned.where, details: shown(answer) });
}

function unsignedWarning({ unsigned, path }: Conducted): string[] {
  return unsigned === undefined
    ? []
    : [`the session is not signed (${unsigned.code}); ctx sign ${shellWord(path)} does it`];
}

function shownSignature({ statement, signature, key }: NonNullable<Conducted['signature']>) {
  return { statement, signature, key };
}

/** A long run holds only its newest texts. */
function withoutTexts(runs: Conducted['runs'], session: string): string[] {
  const count = runs.reduce((sum, run) => sum + run.withoutTexts, 0);
  if (count === 0) return [];
  return [
    `this answer leaves out what was said in ${counted(count, 'turn')}; the session has it: ctx flush-transcript ${session}`,
  ];
}

/** Whatever the runs say of themselves: what they did cannot be shown by the file that was to show it. */
function logTampered(
  { runs, session_id }: Conducted,
  { how, kept, lost }: LogTampered,
  details: object,
): Failure {
  const target = runs.at(-1)?.run_id ?? session_id;
  return fail('log_tampered', { operation: 'run', target, session: kept, name: kept, how, lost, details });
}

function stoppedEarly(
  { run_id, stop_reason, turns, failure }: RunOutcome,
  called: { readonly session: string; readonly name: string },
  details: object,
  signal: AbortSignal,
): Failure {
  const denied = turns.at(-1)?.permission_denials.at(-1);
  const where = {
    operation: 'run',
    target: run_id,
    ...called,
    details,
    why:
      stop_reason === 'tool_denied' && denied ? `${denied.tool_name} (${denied.reason}).` : failure?.message,
  };
  if (stop_reason === 'completed') throw new TypeError('a completed run is no failure');
  const exitCode = stop_reason === 'cancelled' && signal.reason === 'SIGTERM' ? { exitCode: 143 } : {};
  if (stop_reason === 'max_budget_reached' && turns.every(({ model_calls }) => model_calls === 0))
    return fail('max_budget_reached', { ...where, unsent: true });
  const { failure: kind, status } = failure ?? {};
  return fail(stop_reason, { ...where, ...exitCode, ...natureOf(failure), failure: kind, status });
}

/** A refused credential needs another one; a provider that was busy or away may be there the next time. */
function natureOf(failure: RunOutcome['failure']): { kind?: 'auth'; retryable?: boolean } {
  if (failure === undefined) return {};
  const { status, retryable } = failure;
  if (status === 401 || status === 403) return { kind: 'auth' };
  return { retryable };
}

export function lastOutput({ runs }: SessionAnswer): string {
  return runs.at(-1)?.turns.at(-1)?.output ?? '';
}

/** What a person reads when it is over: the answer (unless they watched it come), what it cost, what to do next (`then`, of a session elsewhere). */
export function renderAnswer(
  { session_id, path, runs, totals: spent, signature }: SessionAnswer,
  terminal: Terminal,
  then?: readonly (readonly string[])[],
): string {
  const outputs = runs.map(({ run_id, turns }) => {
    const output = neutral(turns.at(-1)?.output ?? '');
    return `${styled(terminal, 'bold', run_id)}  ${styled(terminal, 'green', 'completed')}\n${output}\n`;
  });
  // Whoever watched one turn has seen what it spent.
  const watched = terminal.watched === true && spent.turns === 1;
  const spending = [
    [
      'turns',
      `${spent.turns}, with ${counted(spent.model_calls, 'model call')} and ${counted(spent.tool_calls, 'tool call')}`,
    ],
    [
      'tokens',
      `${spent.input_tokens ?? 'unknown'} in, ${spent.output_tokens ?? 'unknown'} out, ${dollars(spent.cost_microusd)}`,
    ],
  ];
  const signedBy =
    signature === undefined ? [] : [['signed', `${signature.key}, ${neutral(signature.signature)}`]];
  const facts = columns([...(watched ? [] : spending), ...denials(runs), ['session', path], ...signedBy]);
  const session = sessionWord(session_id, path);
  const [, remote] = /^([\w.-]+):\//.exec(path) ?? [];
  const elsewhere =
    remote === undefined
      ? then
      : [[`ctx remote-mode ${remote} --session ${session_id}`, 'continue from here']];
  const next = then ??
    elsewhere ?? [
      [`ctx load-session ${session} --messages`, 'read what was said and done'],
      [`ctx resume ${session} --task "…"`, 'continue from here'],
    ];
  const said = terminal.watched ? '' : `${outputs.join('\n')}\n`;
  return `${said}${facts}\n${styled(terminal, 'dim', 'Next:')}\n${columns(next, '  ')}`;
}

/** A run that completed may have been refused much: who reads only its last words would not know. */
function denials(runs: SessionAnswer['runs']): string[][] {
  const denied = runs.flatMap(({ turns }) => turns.flatMap(({ permission_denials }) => permission_denials));
  const tools = [...new Set(denied.map(({ tool_name }) => neutral(tool_name)))];
  return denied.length === 0 ? [] : [['denied', `${counted(denied.length, 'call')} of ${tools.join(', ')}`]];
}

/** What to call a session in a shell: its id where a project keeps it, here or elsewhere, and its file where only that leads to it. */
function sessionWord(id: string, path: string): string {
  return path.endsWith(`/.context/sessions/${id}.jsonl`) ? id : shellWord(path);
}
