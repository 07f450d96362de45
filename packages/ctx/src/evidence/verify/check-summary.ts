// The comment for a pull request: which session it says it is about, and the links that somebody gave it.

import type { Findings } from './findings.js';
import { bytesOf } from './folder-files.js';
import type { LooseFile } from './loose-file.js';

const about =
  /Session <code>([^<]*)<\/code>, [\d,]+ records?[^\n]*, head <code>(sha256:[0-9a-f]{64})<\/code>\./;
/** A run's row begins with its id. */
const row = /^\| <code>([^<]*)<\/code> \| <code>/gm;
const link = /\[((?:[^\]\\]|\\.)*)\]\(<([^>]*)>\)/g;

export function checkSummary(path: string, name: string, findings: Findings): LooseFile {
  const text = bytesOf(path)?.toString() ?? '';
  const [, session_id, chain_head] = about.exec(text) ?? [];
  if (session_id === undefined) findings.add('evidence_malformed', name, 'it is no summary as ctx writes it');
  const runs = new Set(Array.from(text.matchAll(row), ([, run_id = '']) => run_id));
  const last = text.slice(text.search(about));
  const links = Array.from(last.matchAll(link), ([, shown = '', url = '']) => ({
    text: unescaped(shown),
    url,
  }));
  return { session_id, chain_head, runs: [], made: { runs, links } };
}

/** What `plain` made of the text of a link. */
function unescaped(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
