// Everything that could stand in a brief, each with where it comes from. The pad is not among it: it is private.

import { readProjectText } from '../../disk/read.js';
import { type Context, contextName, contextPath, shownPath } from '../context.js';
import { handovers, handoversName, handoverTime } from '../handovers.js';
import { type LedgerKind, ledgers } from '../ledger/kinds.js';
import { ledgerPath, readLedger } from '../ledger/read.js';
import { byDue, isDue, readReminders, remindersName } from '../reminders.js';
import { readPart, type Unread } from '../unread.js';

export const briefKinds = [
  'handover',
  'reminder',
  'task',
  'convention',
  'decision',
  'learning',
  'session',
] as const;

export type BriefKind = (typeof briefKinds)[number];

export interface Candidate {
  readonly id: string | undefined;
  readonly title: string;
  readonly body: string;
  /** A path relative to the project, with the line where that says more. */
  readonly source: string;
}

/** Where a candidate stands in the text of its group, and when it was written, if anybody noted it. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  /** Milliseconds since 1970. */
  readonly writtenAt: number | undefined;
}

/** Candidates of one kind, in the order in which they stand in one text. Of thousands, few are taken out of it. */
export interface CandidateGroup {
  readonly kind: BriefKind;
  readonly text: string;
  readonly spans: readonly TextSpan[];
  candidate(index: number): Candidate;
}

/** What another agent was asked here lately. */
export interface RecentSession {
  readonly session_id: string;
  readonly agent: string;
  readonly title: string;
  readonly stop_reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What there is to choose from, and what could not be read. */
export function candidateGroups(
  context: Context,
  now: number,
  sessions: readonly RecentSession[] = [],
): { readonly groups: CandidateGroup[]; readonly unread: Unread[] } {
  const unread: Unread[] = [];
  const read = (name: string, part: () => CandidateGroup) => readPart(`${contextName}/${name}`, part, unread);
  const ofLedger = (kind: LedgerKind) => read(ledgers[kind].file, () => openItems(context, kind));
  const groups = [
    read(handoversName, () => newestHandover(context)),
    read(remindersName, () => dueReminders(context, now)),
    ofLedger('task'),
    ofLedger('convention'),
    ofLedger('decision'),
    ofLedger('learning'),
    ...(sessions.length === 0 ? [] : [recentSessions(sessions)]),
  ];
  return { groups: groups.filter((group) => group !== undefined), unread };
}

function newestHandover(context: Context): CandidateGroup {
  const [path] = handovers(context);
  const text = path === undefined ? '' : readProjectText(context.root, path);
  const [first = '', ...rest] = text.split('\n');
  const title = first.replace(/^# /, '');
  return {
    kind: 'handover',
    text,
    spans: path === undefined ? [] : [{ start: 0, end: text.length, writtenAt: handoverTime(path) }],
    candidate: () => ({
      id: undefined,
      title,
      body: rest.join('\n').trim(),
      source: shownPath(context, path ?? context.root),
    }),
  };
}

function dueReminders(context: Context, now: number): CandidateGroup {
  const source = shownPath(context, contextPath(context, remindersName));
  const due = byDue(readReminders(context).reminders).filter((reminder) => isDue(reminder, now));
  let text = '';
  const spans = due.map((reminder) => {
    const start = text.length;
    text += `${reminder.text}\n`;
    return { start, end: text.length, writtenAt: Date.parse(reminder.due_at) };
  });
  const candidate = (index: number) => {
    const [title = '', ...rest] = (due[index]?.text ?? '').split('\n');
    return { id: String(due[index]?.id), title, body: rest.join('\n'), source };
  };
  return { kind: 'reminder', text, spans, candidate };
}

function recentSessions(sessions: readonly RecentSession[]): CandidateGroup {
  let text = '';
  const spans = sessions.map(({ title, at }) => {
    const start = text.length;
    text += `${title}\n`;
    return { start, end: text.length, writtenAt: at };
  });
  const candidate = (index: number) => {
    const session = sessions[index];
    if (session === undefined) throw new RangeError(`no session at ${index}`);
    const { session_id, agent, title, stop_reason } = session;
    const ending = stop_reason === 'completed' ? '' : ` (${stop_reason})`;
    return { id: session_id, title: `${agent}: ${title}${ending}`, body: '', source: session_id };
  };
  return { kind: 'session', text, spans, candidate };
}

function openItems(context: Context, kind: LedgerKind): CandidateGroup {
  const ledger = ledgers[kind];
  const shown = shownPath(context, ledgerPath(context, ledger));
  const { text, items } = readLedger(context, ledger);
  const open = items.filter(({ done }) => !done);
  const candidate = (index: number) => {
    const item = open[index];
    if (item === undefined) throw new RangeError(`no ${kind} at ${index}`);
    const { id, title, body, line } = item;
    return { id, title, body, source: `${shown}:${line}` };
  };
  return { kind, text, spans: open, candidate };
}
