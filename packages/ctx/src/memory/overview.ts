// What the memory holds: how much of what, how fresh, and how large in tokens.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readProjectText } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { Failure } from '../protocol/failure.js';
import { bytesOf, datedFiles } from '../session/session-files.js';
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
interface Figures extends Pick<MemoryPart, 'items' | 'pending' | 'tokens' | 'changed'> {
  readonly path: string;
  /** Of what is more than one file. */
  readonly bytes?: number;
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
  const inContext = (file: string) => `${contextName}/${file}`;
  return Promise.all([
    ...ledgerKinds.map((kind) =>
      partOf(context, names[kind], inContext(ledgers[kind].file), () => ofLedger(context, kind)),
    ),
    partOf(context, 'reminders', inContext(remindersName), () => ofReminders(context, now)),
    partOf(context, 'handovers', inContext(handoversName), () => ofHandovers(context)),
    partOf(context, 'pad', inContext(padStore), () => ofPad(context, outside)),
    partOf(context, 'sessions', shownPath(context, sessions), () => ofSessions(sessions)),
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
function ofSessions(folder: string): Figures {
  const { files, changed } = datedFiles(folder);
  const bytes = files.reduce((sum, name) => sum + bytesOf(join(folder, name)), 0);
  return {
    path: folder,
    items: files.length,
    bytes,
    ...(files.length === 0 ? {} : { changed: changed.reduce((a, b) => Math.max(a, b)) }),
  };
}

async function partOf(
  context: Context,
  name: string,
  source: string,
  tell: () => Figures | Promise<Figures>,
): Promise<MemoryPart> {
  try {
    const { path, ...told } = await tell();
    return { name, source: shownPath(context, path), ...freshness(path), ...told };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { name, source, problem: error.code, bytes: 0 };
  }
}

/** How large a part's own file is and when it last changed. */
function freshness(path: string): Pick<MemoryPart, 'bytes' | 'changed'> {
  try {
    const entry = statSync(path, { throwIfNoEntry: false });
    return entry?.isFile() ? { bytes: entry.size, changed: entry.mtimeMs } : { bytes: 0 };
  } catch (error) {
    throw readFailure(error, path);
  }
}
