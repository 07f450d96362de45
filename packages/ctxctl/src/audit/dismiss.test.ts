import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../ctx/src/kit/digest.js';
import { tryLock } from '../../../ctx/src/kit/files.js';
import { temporaryFolder } from '../../../ctx/test/folder.js';
import { findings, ledgerFile, reportFiles } from '../../test/audited.js';
import { recordDismissals } from './dismiss.js';
import { readLedger } from './ledger.js';
import { stateOf } from './report-state.js';
import { readReports } from './reports.js';

const at = '2026-11-15T20:00:00.000Z';
const one = new Map([['a', { digest: 'sha256:1', at }]]);

describe('the ledger', () => {
  it('is empty where there is none, and keeps what was recorded', async () => {
    const root = temporaryFolder();
    expect(readLedger(root)).toEqual(new Map());
    await recordDismissals(root, one);
    await recordDismissals(root, new Map([['b', { digest: 'sha256:2', at }]]));
    expect([...readLedger(root)]).toEqual([
      ['a', { digest: 'sha256:1', at }],
      ['b', { digest: 'sha256:2', at }],
    ]);
  });

  it('keeps what else its file holds', async () => {
    const root = temporaryFolder({ [ledgerFile]: '{"mine": [1], "dismissed": {}}' });
    await recordDismissals(root, one);
    expect(JSON.parse(readFileSync(join(root, ledgerFile), 'utf8'))).toMatchObject({ mine: [1], version: 1 });
  });

  it.each([
    ['no JSON', '{"dismissed": ', 'not_json'],
    ['empty', '', 'not_json'],
    ['a list', '[]', 'not_a_ledger'],
    ['null', 'null', 'not_a_ledger'],
    ['without dismissals', '{}', 'not_a_ledger'],
    ['with a dismissal of nothing', '{"dismissed": {"a": true}}', 'not_a_ledger'],
    ['with a dismissal without digest', '{"dismissed": {"a": {"at": "x"}}}', 'not_a_ledger'],
  ])('is a failure if it is %s, and is not overwritten', async (_, text, reason) => {
    const root = temporaryFolder({ [ledgerFile]: text });
    const failure = expect.objectContaining({
      code: 'read_dismissal',
      where: expect.objectContaining({ reason }),
    });
    expect(() => readLedger(root)).toThrow(failure);
    await expect(recordDismissals(root, one)).rejects.toEqual(failure);
    expect(readFileSync(join(root, ledgerFile), 'utf8')).toBe(text);
  });

  it('is a failure if it is a folder', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, ledgerFile), { recursive: true });
    expect(() => readLedger(root)).toThrow(expect.objectContaining({ code: 'read_dismissal' }));
  });

  it('says who is writing it, and can be tried again', async () => {
    const root = temporaryFolder({ [ledgerFile]: '{"dismissed": {}}' });
    const held = tryLock(join(root, `${ledgerFile}.lock`));
    await expect(recordDismissals(root, one, 20)).rejects.toMatchObject({
      code: 'write_dismissal',
      retryable: true,
      where: { busy: process.pid },
    });
    if (held.taken) held.lock.release();
  });

  it('says when it cannot be written', async () => {
    const root = temporaryFolder({ '.context': 'a file' });
    await expect(recordDismissals(root, one)).rejects.toMatchObject({
      code: 'write_dismissal',
      retryable: false,
    });
  });
});

describe('a report stands', () => {
  const clean = findings('a', { status: 'clean' });
  const dismissedNow = new Map([['a', { digest: digestOf(clean.body), at }]]);
  const standing = (files: Record<string, string>, ledger = new Map()) =>
    readReports(temporaryFolder(files)).map((each) => stateOf(each, ledger))[0];

  it('open with findings, clean without, unreadable where it cannot be read', () => {
    expect(standing(reportFiles(findings('a')))).toBe('open');
    expect(standing(reportFiles(clean))).toBe('clean');
    expect(standing({ '.context/audit/a.md': 'x' }, dismissedNow)).toBe('unreadable');
  });

  it('dismissed only while its body is the one that was dismissed', () => {
    expect(standing(reportFiles(findings('a')), dismissedNow)).toBe('dismissed');
    expect(standing(reportFiles(findings('a', { body: 'new\n' })), dismissedNow)).toBe('open');
  });

  it('open if it says that it is clean and its digest is wrong or missing', () => {
    const [[path, text] = ['', '']] = Object.entries(reportFiles(clean));
    expect(standing({ [path]: `${text}more\n` })).toBe('open');
    expect(standing({ [path]: text.replace(/^digest: .*\n/m, '') })).toBe('open');
  });
});
