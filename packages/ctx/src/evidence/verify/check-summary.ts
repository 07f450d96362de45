// The comment for a pull request: which session it says it is about, and the links that somebody gave it.

import type { Findings } from './findings.js';
import { bytesOf } from './folder-files.js';
import type { LooseFile } from './loose-file.js';

const about = /^.*Session `([^`\n]*)`, [\d,]+ records?.*, head `(sha256:[0-9a-f]{64})`\.$/gm;
/** A run's row begins with its id. */
const row = /^\| `([^`]*)` \| `/gm;
const link = /\[((?:[^\]\\]|\\.)*)\]\(<([^>]*)>\)/g;

export function checkSummary(path: string, name: string, findings: Findings): LooseFile {
  const text = bytesOf(path)?.toString() ?? '';
  // What an agent said may look like any of this; the table is before all that it said, and this behind it.
  const last = [...text.matchAll(about)].at(-1);
  if (last === undefined)
    findings.add('evidence_malformed', name, 'it is not a summary in the form that ctx writes');
  const [, session_id, chain_head] = last ?? [];
  const table = text.slice(0, text.indexOf('\n<details'));
  const runs = new Set(Array.from(table.matchAll(row), ([, run_id = '']) => run_id));
  const behind = text.slice(last === undefined ? text.length : last.index);
  const links = Array.from(behind.matchAll(link), ([, shown = '', url = '']) => ({
    text: unescaped(shown),
    url,
  }));
  return { session_id, chain_head, runs: [], made: { runs, links } };
}

/** What `plain` made of the text of a link. */
function unescaped(text: string): string {
  return text
    .replaceAll('&#8203;', '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
