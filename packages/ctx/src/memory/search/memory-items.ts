// Everything in the memory that can be searched: ledgers and their archives, reminders, handovers, and the pad.

import { readProjectText } from '../../disk/read.js';
import { timeIn } from '../../time/time-in.js';
import { type Context, contextName, shownPath } from '../context.js';
import { handovers, handoversName, handoverTime } from '../handovers.js';
import { archiveFolder, type Ledger, ledgerKinds, ledgers } from '../ledger/kinds.js';
import { parseLedger } from '../ledger/parse.js';
import { archiveText, ledgerText } from '../ledger/read.js';
import { type Outside, readPad } from '../pad/open.js';
import { formsThere, padNames, padStore } from '../pad/pad-file.js';
import { readReminders, remindersName } from '../reminders.js';
import { type IndexedTranscript, indexedTranscripts, transcriptsName } from '../transcripts.js';
import { readPart, readPartLater, type Unread } from '../unread.js';
import { longestOf, type Query } from './query.js';

export const memoryKinds = [...ledgerKinds, 'reminder', 'handover', 'pad', 'transcript'] as const;

export interface MemoryItem {
  readonly kind: (typeof memoryKinds)[number];
  readonly id: string | undefined;
  readonly source: string;
  readonly line: number | undefined;
  readonly title: string;
  readonly text: string;
  readonly at: number | undefined;
}

/** Everything that could hold the query, and what could not be read. Without what opens the pad, it is left out. */
export async function memoryItems(
  context: Context,
  pad: Outside | undefined,
  query: Query,
): Promise<{ readonly all: MemoryItem[]; readonly unread: Unread[] }> {
  const all: MemoryItem[] = [];
  const unread: Unread[] = [];
  const gather = (name: string, read: (source: string) => MemoryItem[]) => {
    const source = `${contextName}/${name}`;
    all.push(...(readPart(source, () => read(source), unread) ?? []));
  };
  for (const kind of ledgerKinds) {
    const ledger = ledgers[kind];
    gather(ledger.file, (source) => fromLedger(ledger, ledgerText(context, ledger), source, query));
    const archive = `${archiveFolder}/${ledger.file}`;
    gather(archive, (source) => fromLedger(ledger, archiveText(context, ledger), source, query));
  }
  gather(remindersName, (source) => fromReminders(context, source));
  gather(handoversName, () => handovers(context).flatMap((path) => fromHandover(context, path)));
  gather(transcriptsName, () => indexedTranscripts(context).map(fromTranscript));
  if (pad === undefined) return { all, unread };
  const form = readPart(`${contextName}/${padStore}`, () => formsThere(context)[0] ?? 'encrypted', unread);
  if (form === undefined) return { all, unread };
  const entries = await readPartLater(
    `${contextName}/${padNames[form]}`,
    () => fromPad(context, pad),
    unread,
  );
  all.push(...(entries ?? []));
  return { all, unread };
}

/** A text without one of the words is not even parsed, and only items that hold the longest are taken out of it. */
function fromLedger(ledger: Ledger, whole: string, source: string, query: Query): MemoryItem[] {
  const lower = whole.toLowerCase();
  if (query.terms.some((term) => !lower.includes(term))) return [];
  const longest = longestOf(query);
  const { items } = parseLedger(ledger, whole, source);
  const holding = items.filter(({ start, end }) => whole.slice(start, end).toLowerCase().includes(longest));
  return holding.map(({ id, title, body, line, mark, writtenAt }) => {
    const text = `${body}\n${mark?.tags.join(' ') ?? ''}`.trim();
    return { kind: ledger.kind, id, source, line, title, text, at: writtenAt };
  });
}

function fromReminders(context: Context, source: string): MemoryItem[] {
  return readReminders(context).reminders.map(({ id, text, created_at }) => {
    const title = text.split('\n', 1)[0] ?? '';
    return {
      kind: 'reminder',
      id: String(id),
      source,
      line: undefined,
      title,
      text,
      at: timeIn(created_at),
    };
  });
}

function fromHandover(context: Context, path: string): MemoryItem[] {
  const text = readProjectText(context.root, path);
  const title = (text.split('\n', 1)[0] ?? '').replace(/^# /, '');
  const source = shownPath(context, path);
  return [{ kind: 'handover', id: undefined, source, line: 1, title, text, at: handoverTime(path) }];
}

async function fromPad(context: Context, outside: Outside): Promise<MemoryItem[]> {
  const { pad, file } = await readPad(context, outside);
  if (file === undefined) return [];
  const source = shownPath(context, file.path);
  return pad.entries.map(({ id, at, tags, content }) => {
    const own = content.kind === 'text' ? content.text : content.name;
    const title = own.split('\n', 1)[0] ?? '';
    const text = `${own}\n${tags.join(' ')}`.trim();
    return { kind: 'pad', id: String(id), source, line: undefined, title, text, at: timeIn(at) };
  });
}

/** What a host's session was about; its whole text is in the file that the host keeps. */
function fromTranscript({
  host,
  session,
  transcript,
  ended_at,
  prompts,
  touched,
}: IndexedTranscript): MemoryItem {
  return {
    kind: 'transcript',
    id: session,
    source: transcript,
    line: undefined,
    title: `${host}: ${prompts[0] ?? session}`,
    text: [...prompts, ...touched].join('\n'),
    at: timeIn(ended_at),
  };
}
