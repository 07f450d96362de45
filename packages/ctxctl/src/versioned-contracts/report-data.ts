// What the pages of a report are about, without how they look: their metas, and the records that each of them tells.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonical } from '../../../ctx/src/kit/files.js';

export function writeReportData(folder: string, file: string): void {
  const pages = readdirSync(folder)
    .sort()
    .map((name) => [name, dataOf(readFileSync(join(folder, name), 'utf8'))]);
  writeFileSync(file, `${canonical(Object.fromEntries(pages))}\n`);
}

/** The digests of the pages follow how they look, the head follows the session’s words; verify holds both. */
function dataOf(page: string): object {
  const metas = Array.from(page.matchAll(/<meta name="ctx-([a-z-]+)" content="([^"]*)">/g))
    .filter(([, name]) => name !== 'sha256' && name !== 'chain-head')
    .map(([, name = '', content = '']) => [name, name === 'page' ? content.split(' ', 1)[0] : content]);
  const records = Array.from(page.matchAll(/ id="r(\d+)[^"]*"/g), ([, seq]) => Number(seq));
  return { metas, records: [...new Set(records)].sort((a, b) => a - b) };
}
