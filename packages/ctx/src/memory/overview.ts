// What the memory holds: how much of what, how fresh, and how large in tokens.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../disk/read.js';
import { Failure } from '../protocol/failure.js';
import { type Context, contextPath, shownPath } from './context.js';
import { handovers, handoversName } from './handover.js';
import { type LedgerKind, ledgerKinds, ledgers } from './ledger/kinds.js';
import { countItems } from './ledger/parse.js';
import { ledgerPath, ledgerText } from './ledger/store.js';
import { type Outside, readPad } from './pad/open.js';
import { formsThere, padNames } from './pad/place.js';
import { isDue, readReminders, remindersName } from './reminders.js';
import { tokensAbout } from './tokens.js';

export interface Part {
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

type Read = () => Pick<Part, 'items' | 'pending' | 'tokens'>;

export function overview(context: Context, outside: Outside, sessions: string, now: number): Part[] {
  const names: Readonly<Record<LedgerKind, string>> = {
    task: 'tasks',
    decision: 'decisions',
    learning: 'learnings',
    convention: 'conventions',
  };
  const parts = ledgerKinds.map((kind) => {
    const ledger = ledgers[kind];
    return partOf(context, names[kind], ledgerPath(context, ledger), () => {
      const text = ledgerText(context, ledger);
      const { all, open } = countItems(ledger, text, ledger.file);
      return { items: all, ...(kind === 'task' ? { pending: open } : {}), tokens: tokensAbout(text) };
    });
  });
  const reminders = partOf(context, 'reminders', contextPath(context, remindersName), () => {
    const all = readReminders(context).reminders;
    const tokens = tokensAbout(all.map(({ text }) => text).join('\n'));
    return { items: all.length, pending: all.filter((reminder) => isDue(reminder, now)).length, tokens };
  });
  return [
    ...parts,
    reminders,
    handoverPart(context),
    padPart(context, outside),
    sessionPart(context, sessions),
  ];
}

function handoverPart(context: Context): Part {
  const all = handovers(context);
  const [newest] = all;
  const source = contextPath(context, handoversName);
  return partOf(context, 'handovers', newest ?? source, () => {
    return { items: all.length, tokens: newest === undefined ? 0 : tokensAbout(readText(newest)) };
  });
}

function padPart(context: Context, outside: Outside): Part {
  const [form = 'encrypted'] = formsThere(context);
  return partOf(context, 'pad', contextPath(context, padNames[form]), () => {
    const { entries } = readPad(context, outside).pad;
    const texts = entries.map(({ content }) => (content.kind === 'text' ? content.text : content.name));
    return { items: entries.length, tokens: tokensAbout(texts.join('\n')) };
  });
}

/** Sessions are counted and weighed, not read. */
function sessionPart(context: Context, folder: string): Part {
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

function partOf(context: Context, name: string, path: string, read: Read): Part {
  const entry = statSync(path, { throwIfNoEntry: false });
  const file = entry?.isFile() ? { bytes: entry.size, changed: entry.mtimeMs } : { bytes: 0 };
  const known = { name, source: shownPath(context, path), ...file };
  try {
    return { ...known, ...read() };
  } catch (error) {
    if (error instanceof Failure) return { ...known, problem: error.code };
    throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
