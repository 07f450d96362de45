// A session's report, export or transcript as one file: made by the command itself, in a folder that is gone afterwards.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '../../dashboard/session-index.js';
import { zipOf } from '../../dashboard/zip.js';
import { fail } from '../../protocol/codes.js';
import type { RunCommand } from './own-command.js';
import { passedOn } from './passed-on.js';

export interface Download {
  readonly name: string;
  readonly type: string;
  readonly body: string | Buffer;
}

const html = 'text/html; charset=utf-8';

/** Of one run its page, which holds everything; of several all pages and their index. */
export function reportOf(entry: Entry, run: RunCommand, signal: AbortSignal): Promise<Download> {
  return made(['report', entry.path], entry, run, signal, (files) => {
    const pages = [...files].filter(([name]) => name.startsWith('run-'));
    const [only] = pages;
    if (pages.length === 1 && only !== undefined)
      return { name: `${entry.id}.html`, type: html, body: only[1] };
    return { name: `report-${entry.id}.zip`, type: 'application/zip', body: zipOf(files) };
  });
}

const formats = ['data', 'otlp', 'atif', 'markdown'] as const;

export async function exportOf(
  entry: Entry,
  format: string,
  run: RunCommand,
  signal: AbortSignal,
): Promise<Download> {
  const known = formats.find((name) => name === format);
  if (known === undefined) throw unknownFormat(format, formats);
  return made(['export', entry.path, '--format', known], entry, run, signal, (files) => {
    const [only] = files.values();
    if (known === 'markdown' && only !== undefined)
      return { name: `${entry.id}.md`, type: 'text/markdown; charset=utf-8', body: only };
    return { name: `export-${entry.id}.zip`, type: 'application/zip', body: zipOf(files) };
  });
}

export async function transcriptOf(
  entry: Entry,
  format: string,
  run: RunCommand,
  signal: AbortSignal,
): Promise<Download> {
  if (format !== 'markdown' && format !== 'json') throw unknownFormat(format, ['markdown', 'json']);
  return made(['flush-transcript', entry.path, '--format', format], entry, run, signal, (files) => {
    const [only = Buffer.alloc(0)] = files.values();
    return format === 'json'
      ? { name: `${entry.id}.json`, type: 'application/json; charset=utf-8', body: only }
      : { name: `${entry.id}.md`, type: 'text/markdown; charset=utf-8', body: only };
  });
}

async function made(
  argv: readonly string[],
  { project }: Entry,
  run: RunCommand,
  signal: AbortSignal,
  pick: (files: ReadonlyMap<string, Buffer>) => Download,
): Promise<Download> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-ui-'));
  try {
    // A transcript goes into a folder that is there; a report and an export make theirs.
    const out = argv[0] === 'flush-transcript' ? folder : join(folder, 'out');
    passedOn(await run([...argv, '--out', out], project, signal));
    const names = readdirSync(out).sort();
    return pick(new Map(names.map((name) => [name, readFileSync(join(out, name))])));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unknownFormat(value: string, known: readonly string[]) {
  return fail('flag_value_invalid', {
    operation: 'parse',
    target: 'format',
    value,
    wanted: known.join(', '),
  });
}
