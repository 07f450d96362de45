// What the memory holds: how much of what, how fresh, and how large in tokens.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readProjectText } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { Failure, isSystemError } from '../protocol/failure.js';
import { type Context, contextName, contextPath, shownPath } from './context.js';
import { handovers, handoversName } from './handovers.js';
import { type LedgerKind, ledgerKinds, ledgers } from './ledger/kinds.js';
import { countItems } from './ledger/parse.js';
import { ledgerPath, ledgerText } from './ledger/read.js';
import { type Outside, readPad } from './pad/open.js';
import { padPath, padStore } from './pad/pad-file.js';
import { isDue, readReminders, remindersName } from './reminders.js';
import { tokensAbout } from './tokens.js';

export interface MemoryPart {
  readonly name: string;
  readonly source: string;
  /** The code of why it could not be read; missing where all is well. */
  readonly problem?: string;
  readonly items?: number;
  /** Open tasks, due reminders. */
  readonly pending?: number;
  readonly tokens?: number;
  readonly bytes: number;
  /** Milliseconds since 1970; missing where nothing was written yet. */
  readonly changed?: number;
}

/** What a part says of itself, and the file that says how fresh and large it is. */
interface Figures extends Pick<MemoryPart, 'items' | 'pending' | 'tokens'> {
  readonly path: string;
}

export async function overview(
  context: Context,
  outside: Outside,
  sessions: string,
  now: number,
): Promise<MemoryPart[]> {
  const names: Readonly<Record<LedgerKind, string>> = {
    task: 'tasks',
    decision: 'decisions',
    learning: 'learnings',
    convention: 'conventions',
  };
  return Promise.all([
    ...ledgerKinds.map((kind) =>
      partOf(context, names[kind], ledgers[kind].file, () => ofLedger(context, kind)),
    ),
    partOf(context, 'reminders', remindersName, () => ofReminders(context, now)),
    partOf(context, 'handovers', handoversName, () => ofHandovers(context)),
    partOf(context, 'pad', padStore, () => ofPad(context, outside)),
    ofSessions(context, sessions),
  ]);
}

function ofLedger(context: Context, kind: LedgerKind): Figures {
  const ledger = ledgers[kind];
  const text = ledgerText(context, ledger);
  const { all, open } = countItems(ledger, text, ledger.file);
  const pending = kind === 'task' ? { pending: open } : {};
  return { path: ledgerPath(context, ledger), items: all, ...pending, tokens: tokensAbout(text) };
}

function ofReminders(context: Context, now: number): Figures {
  const all = readReminders(context).reminders;
  const pending = all.filter((reminder) => isDue(reminder, now)).length;
  const tokens = tokensAbout(all.map(({ text }) => text).join('\n'));
  return { path: contextPath(context, remindersName), items: all.length, pending, tokens };
}

/** Only the newest one is for reading. */
function ofHandovers(context: Context): Figures {
  const all = handovers(context);
  const [newest] = all;
  const tokens = newest === undefined ? 0 : tokensAbout(readProjectText(context.root, newest));
  return { path: newest ?? contextPath(context, handoversName), items: all.length, tokens };
}

async function ofPad(context: Context, outside: Outside): Promise<Figures> {
  const { pad, file } = await readPad(context, outside);
  const texts = pad.entries.map(({ content }) => (content.kind === 'text' ? content.text : content.name));
  const path = file?.path ?? padPath(context, 'encrypted');
  return { path, items: pad.entries.length, tokens: tokensAbout(texts.join('\n')) };
}

/** Sessions are counted and weighed, not read. */
function ofSessions(context: Context, folder: string): MemoryPart {
  let items = 0;
  let bytes = 0;
  let changed = 0;
  for (const name of namesIn(folder)) {
    const entry = name.endsWith('.jsonl')
      ? statSync(join(folder, name), { throwIfNoEntry: false })
      : undefined;
    if (entry === undefined) continue;
    items += 1;
    bytes += entry.size;
    changed = Math.max(changed, entry.mtimeMs);
  }
  return {
    name: 'sessions',
    source: shownPath(context, folder),
    items,
    bytes,
    ...(changed === 0 ? {} : { changed }),
  };
}

async function partOf(
  context: Context,
  name: string,
  file: string,
  tell: () => Figures | Promise<Figures>,
): Promise<MemoryPart> {
  try {
    const { path, ...told } = await tell();
    const entry = statSync(path, { throwIfNoEntry: false });
    const fresh = entry?.isFile() ? { bytes: entry.size, changed: entry.mtimeMs } : { bytes: 0 };
    return { name, source: shownPath(context, path), ...told, ...fresh };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { name, source: `${contextName}/${file}`, problem: error.code, bytes: 0 };
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw readFailure(error, folder);
  }
}
