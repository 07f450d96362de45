// Everything in the memory that can be searched: ledgers and their archives, reminders, handovers, and the pad.

import { readText } from '../../disk/read.js';
import { Failure } from '../../protocol/failure.js';
import { type Context, contextPath, shownPath } from '../context.js';
import { handovers, handoverTime } from '../handover.js';
import { ledgerKinds, ledgers } from '../ledger/kinds.js';
import type { ParsedLedger } from '../ledger/parse.js';
import { archivePath, ledgerPath, readArchive, readLedger } from '../ledger/store.js';
import { type Outside, readPad } from '../pad/open.js';
import { readReminders, remindersName } from '../reminders.js';
import { longestOf, type Query } from './query.js';

export const memoryKinds = [...ledgerKinds, 'reminder', 'handover', 'pad'] as const;

export interface Remembered {
  readonly kind: (typeof memoryKinds)[number];
  readonly id: string | undefined;
  readonly source: string;
  readonly line: number | undefined;
  readonly title: string;
  readonly text: string;
  readonly at: number | undefined;
}

/** A part of the memory that could not be read, and the code of why. */
export interface Unread {
  readonly source: string;
  readonly why: string;
}

/** One part that cannot be read does not hide the others. */
export function remembered(
  context: Context,
  outside: Outside,
  query: Query,
): { all: Remembered[]; unread: Unread[] } {
  const all: Remembered[] = [];
  const unread: Unread[] = [];
  const gather = (path: string, read: (source: string) => Remembered[]) => {
    const source = shownPath(context, path);
    try {
      all.push(...read(source));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      unread.push({
        source: error.where.target.startsWith('.context') ? error.where.target : source,
        why: error.code,
      });
    }
  };
  for (const kind of ledgerKinds) {
    const ledger = ledgers[kind];
    gather(ledgerPath(context, ledger), (source) =>
      fromLedger(kind, readLedger(context, ledger), source, query),
    );
    gather(archivePath(context, ledger), (source) =>
      fromLedger(kind, readArchive(context, ledger), source, query),
    );
  }
  gather(contextPath(context, remindersName), (source) => fromReminders(context, source));
  for (const path of handovers(context)) gather(path, (source) => fromHandover(path, source));
  gather(contextPath(context, 'scratchpad'), () => fromPad(context, outside));
  return { all, unread };
}

/** Only items that hold the longest word are taken out of the text at all. */
function fromLedger(
  kind: Remembered['kind'],
  { text: whole, items }: ParsedLedger,
  source: string,
  query: Query,
): Remembered[] {
  const lower = whole.toLowerCase();
  if (query.terms.some((term) => !lower.includes(term))) return [];
  const longest = longestOf(query);
  const holding = items.filter(({ start, end }) => whole.slice(start, end).toLowerCase().includes(longest));
  return holding.map(({ id, title, body, line, mark }) => {
    const at = mark === undefined ? undefined : Date.parse(mark.at);
    return { kind, id, source, line, title, text: `${body}\n${mark?.tags.join(' ') ?? ''}`.trim(), at };
  });
}

function fromReminders(context: Context, source: string): Remembered[] {
  return readReminders(context).reminders.map(({ id, text, created_at }) => {
    const title = text.split('\n', 1)[0] ?? '';
    return {
      kind: 'reminder',
      id: String(id),
      source,
      line: undefined,
      title,
      text,
      at: Date.parse(created_at),
    };
  });
}

function fromHandover(path: string, source: string): Remembered[] {
  const text = readText(path);
  const title = (text.split('\n', 1)[0] ?? '').replace(/^# /, '');
  return [{ kind: 'handover', id: undefined, source, line: 1, title, text, at: handoverTime(path) }];
}

function fromPad(context: Context, outside: Outside): Remembered[] {
  const { pad, file } = readPad(context, outside);
  if (file === undefined) return [];
  const source = shownPath(context, file.path);
  return pad.entries.map(({ id, at, tags, content }) => {
    const own = content.kind === 'text' ? content.text : content.name;
    const title = own.split('\n', 1)[0] ?? '';
    const text = `${own}\n${tags.join(' ')}`.trim();
    return { kind: 'pad', id: String(id), source, line: undefined, title, text, at: Date.parse(at) };
  });
}
