// A transcript that somebody cuts off or replaces while it is imported.

import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { verifySession } from '../evidence/verify/verify-session.js';
import { Failure } from '../protocol/failure.js';
import { writerOptions } from '../session/fixtures/example.js';
import { readWhole } from '../session/read-whole.js';
import { claudeAnswer, claudeEnvelope, claudeLines } from './fixtures/claude-lines.js';
import { textOf } from './fixtures/line.js';
import { importTranscript } from './import-transcript.js';

/** `placed` is called when the import has looked into the file, `written` when it has written some records. */
function importer(moments: { readonly placed?: () => void; readonly written?: () => void } = {}) {
  const folder = temporaryFolder();
  const path = join(folder, 'my transcript.jsonl');
  // More than is read at once.
  writeFileSync(
    path,
    `${textOf(claudeLines())}${JSON.stringify({ type: 'mode', is: 'x'.repeat(3 << 20) })}\n`,
  );
  let records = 0;
  const now = () => {
    records += 1;
    if (records === 4) moments.written?.();
    return Date.UTC(2026, 10, 18);
  };
  const bring = (clock = writerOptions().clock) => {
    const place = () => {
      moments.placed?.();
      return { folder: join(folder, 'sessions'), workspace: '.' };
    };
    const writer = writerOptions({ clock });
    const result = importTranscript({ host: 'claude-code', path, place, writer, now: 0, ended: true });
    if (typeof result !== 'object' || !('log' in result)) throw new TypeError('nothing was imported');
    return result;
  };
  return { path, bring, disturbed: () => bring({ now, deterministic: false }) };
}

const other = textOf([
  claudeEnvelope(1, { type: 'user', message: { role: 'user', content: 'Something else?' } }),
  claudeAnswer(2, 'msg_x', { type: 'text', text: 'Nothing.' }),
]);

it('says that a file became shorter, and an import that follows tells what is left of it', () => {
  let path = '';
  const test = importer({ written: () => truncateSync(path, 700) });
  path = test.path;
  expect(() => test.disturbed()).toThrow(Failure);
  const { log } = test.bring();
  expect(verifySession(log)).toMatchObject({ verdict: 'pass' });
});

it('says that another file took its place after the import began', () => {
  let path = '';
  const test = importer({ placed: () => writeFileSync(path, other) });
  path = test.path;
  const { log } = test.bring();
  const { records } = readWhole(log);
  expect(records.map(({ type }) => type).slice(0, 3)).toEqual([
    'session.opened',
    'source.observed',
    'finding',
  ]);
  expect(records[2]).toMatchObject({ code: 'source_replaced' });
  expect(verifySession(log)).toMatchObject({ verdict: 'pass' });
});

it('tells once of a file that was rewritten, also of one with a blank in its name', () => {
  const test = importer();
  const { log } = test.bring();
  writeFileSync(test.path, other);
  expect([test.bring().rewritten, test.bring().rewritten]).toEqual([true, true]);
  const codes = readWhole(log).records.flatMap((record) => (record.type === 'finding' ? [record.code] : []));
  expect(codes.filter((code) => code === 'source_rewritten')).toHaveLength(1);
});
