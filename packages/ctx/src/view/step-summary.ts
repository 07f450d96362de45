// A summary of a session for the page of a workflow's step on GitHub: results, costs, denials, changed files.

import { closeSync, constants, writeSync } from 'node:fs';
import { dollars, tokens } from '../cli/amounts.js';
import type { Watcher } from '../cli/command.js';
import { counted } from '../cli/terminal.js';
import { openPlainFile } from '../disk/plain-file.js';
import { isUncovered } from '../protocol/denied-words.js';
import { isRecord } from '../protocol/records/is-record.js';
import type { RecordOf, SessionRecord } from '../protocol/records.js';
import { plus } from '../session/tally.js';
import { cell, code } from '../text/safe-markdown.js';
import { brief } from './event-lines.js';

const mostRows = 50;

/** `file` is what `GITHUB_STEP_SUMMARY` says; without one there is no page. */
export function stepSummary(file: string | undefined): Watcher {
  const runs: { opened: RecordOf<'run.opened'>; closed?: RecordOf<'run.closed'> }[] = [];
  const denied: string[] = [];
  const changed = new Map<string, string>();
  let session = '';

  function take(record: SessionRecord): void {
    if (record.type === 'session.opened') session = record.session_id;
    if (record.type === 'run.opened') runs.push({ opened: record });
    const last = runs.at(-1);
    if (record.type === 'run.closed' && last !== undefined) last.closed = record;
    if (record.type === 'tool.denied')
      denied.push(
        `${code(`${record.tool} ${brief(record.input)}`)}${isUncovered(record) ? ': no allow rule covers it' : ` by ${code(record.rule)}`}`,
      );
    if (record.type === 'workspace.changed')
      for (const { path, change } of record.paths) changed.set(path, change);
  }

  return {
    showsText: false,
    take(event) {
      if (isRecord(event)) take(event);
    },
    end() {
      if (file === undefined || file === '' || runs.length === 0) return;
      try {
        append(file, page());
      } catch {
        // The page is a courtesy; the log and the exit code say the same.
      }
    },
  };

  function page(): string {
    const rows = runs.slice(0, mostRows).map(({ opened, closed }) => {
      const { totals, stop_reason = 'open' } = closed ?? {};
      const used = totals === undefined ? '' : tokens(plus(totals.input_tokens, totals.output_tokens));
      const made =
        totals === undefined
          ? ''
          : `${counted(totals.model_calls, 'model call')}, ${counted(totals.tool_calls, 'tool call')}`;
      const cells = [
        cell(opened.run_id),
        cell(opened.settings.model),
        stop_reason,
        made,
        used,
        totals === undefined ? '' : dollars(totals.cost_microusd),
      ];
      return `| ${cells.join(' | ')} |\n`;
    });
    return [
      `### ctx: session ${code(session)}\n\n`,
      '| run | model | result | calls | tokens | cost |\n| --- | --- | --- | --- | --- | --- |\n',
      ...rows,
      list('Denied', denied),
      list(
        'Files changed by commands',
        Array.from(changed, ([path, change]) => `${code(path)} ${change}`),
      ),
      '\n',
    ].join('');
  }
}

/** The runner made it; what is no plain file is none of its. */
function append(file: string, text: string): void {
  const { O_WRONLY, O_APPEND } = constants;
  const descriptor = openPlainFile(file, Number.POSITIVE_INFINITY, O_WRONLY | O_APPEND);
  try {
    writeSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const rest = items.length - mostRows;
  const lines = items.slice(0, mostRows).map((item) => `- ${item}\n`);
  return `\n${title}:\n\n${lines.join('')}${rest > 0 ? `- … and ${rest} more\n` : ''}`;
}
