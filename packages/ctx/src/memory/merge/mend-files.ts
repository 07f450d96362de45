// What merges and editors left in the files of the memory: found, and put right under each file's lock.

import { dirname } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { unmergedVersions } from '../../git/unmerged.js';
import { Failure } from '../../protocol/failure.js';
import { type Context, contextPath, shownPath } from '../context.js';
import { ensureFolder } from '../ensure-folder.js';
import { type Ledger, ledgerKinds, ledgers } from '../ledger/kinds.js';
import { mendLedger } from '../ledger/mend.js';
import { parseLedger } from '../ledger/parse.js';
import { archivePath, archiveText, ledgerPath, ledgerText } from '../ledger/read.js';
import { withLock } from '../lock.js';
import { parseReminders, readReminders, remindersName, remindersText } from '../reminders.js';
import { conflictLine, sidesOf } from './conflict-marks.js';
import { mergeMemoryFile } from './merge-file.js';

export interface FileFault {
  readonly file: string;
  readonly says: string;
  /** Whether no command changes the file as long as it is there. */
  readonly isUrgent: boolean;
  /** Whether `mendFiles` does something about it. */
  readonly mends: boolean;
}

/** A file that cannot be read in another way is a failure. */
export function fileFaults(context: Context): FileFault[] {
  const faults = ledgerKinds.flatMap((kind) => lookAt(context, ledgers[kind]).faults);
  return [...faults, ...lookAtReminders(context).faults];
}

/** Says what was done. */
export async function mendFiles(context: Context): Promise<string> {
  const did: string[] = [];
  for (const kind of ledgerKinds) {
    const ledger = ledgers[kind];
    await withLock(context, ledger.file, () => {
      const { faults, files } = lookAt(context, ledger);
      for (const { path, before, after } of files) replace(path, before, after);
      did.push(...faults.filter(({ mends }) => mends).map(faultText));
    });
  }
  await withLock(context, remindersName, () => {
    const { faults, files } = lookAtReminders(context);
    for (const { path, before, after } of files) replace(path, before, after, 0o600);
    did.push(...faults.filter(({ mends }) => mends).map(faultText));
  });
  return `fixed: ${did.join('; ')}`;
}

interface Look {
  readonly faults: FileFault[];
  /** What each file should hold, the archive first: an item in both is mended the next time, one in neither never. */
  readonly files: readonly { readonly path: string; readonly before: string; readonly after: string }[];
}

function lookAt(context: Context, ledger: Ledger): Look {
  const paths = [archivePath(context, ledger), ledgerPath(context, ledger)] as const;
  const parse = (text: string, shown: string) => parseLedger(ledger, text, shown);
  const [put, open] = [
    untangled(context, paths[0], archiveText(context, ledger), parse),
    untangled(context, paths[1], ledgerText(context, ledger), parse),
  ];
  const faults = [...put.faults, ...open.faults];
  if (put.isTangled || open.isTangled) return { faults, files: [put.file, open.file] };
  const shown = { open: shownPath(context, paths[1]), archive: shownPath(context, paths[0]) };
  const mended = mendLedger(ledger, open.file.after, put.file.after, shown);
  const file = shown.open;
  for (const { says, isUrgent } of mended.did) faults.push({ file, says, isUrgent, mends: true });
  return {
    faults,
    files: [
      { ...put.file, after: mended.archive },
      { ...open.file, after: mended.text },
    ],
  };
}

function lookAtReminders(context: Context): Look {
  const text = remindersText(context) ?? '';
  const { faults, file } = untangled(context, contextPath(context, remindersName), text, parseReminders);
  if (faults.length === 0) readReminders(context);
  return { faults, files: [file] };
}

interface Untangled {
  readonly faults: FileFault[];
  readonly file: Look['files'][number];
  /** Whether marks are left. */
  readonly isTangled: boolean;
}

/** A file with marks of a conflict, merged again as what it is; git still has the version before both branches. */
function untangled(context: Context, path: string, before: string, parse: Parse): Untangled {
  const line = conflictLine(before);
  const file = shownPath(context, path);
  if (line === undefined || isQuoted(context, file, before, parse))
    return { faults: [], file: { path, before, after: before }, isTangled: false };
  const fault = (says: string, mends: boolean) => ({
    file,
    says: `line ${line} ${says}`,
    isUrgent: true,
    mends,
  });
  const sides = sidesOf(before);
  if (sides === undefined) {
    const says = 'is the mark of a merge conflict, and the marks do not fit together';
    return { faults: [fault(says, false)], file: { path, before, after: before }, isTangled: true };
  }
  const base = unmergedVersions(context.root, file)?.base?.toString('utf8') ?? sides.base;
  const merged = mergeMemoryFile(file, { ...sides, base });
  if (merged === undefined) throw new TypeError(`no file of the memory: ${file}`);
  const isTangled = merged.conflicts > 0;
  const says = isTangled
    ? `is the mark of a merge conflict; both branches changed ${merged.conflicts === 1 ? 'one item' : `${merged.conflicts} items`} in different ways`
    : 'is the mark of a merge conflict: both sides are kept; `git add` it then';
  return {
    faults: [fault(says, merged.text !== before)],
    file: { path, before, after: merged.text },
    isTangled,
  };
}

/** Reads a text as what its file holds, or fails. */
type Parse = (text: string, shown: string) => unknown;

/** Whether marks are only what an item tells of, in a code block: the file reads well, and git has nothing left to merge in it. */
function isQuoted(context: Context, file: string, text: string, parse: Parse): boolean {
  try {
    parse(text, file);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
  return unmergedVersions(context.root, file) === undefined;
}

function replace(path: string, before: string, after: string, mode?: number): void {
  if (after === before) return;
  ensureFolder(dirname(path));
  writeAtomically(path, after, mode);
}

export function faultText({ file, says }: FileFault): string {
  return `${file}: ${says}`;
}
