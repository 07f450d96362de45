import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../ctx/test/folder.js';
import { findings, reportFiles } from '../../test/audited.js';
import { readReports } from './reports.js';

/** Each report's id, with the code and the reason of what is wrong with it. */
function listed(root: string) {
  return readReports(root).map((each) =>
    'failure' in each
      ? [each.id, each.failure.code, 'reason' in each.failure.where ? each.failure.where.reason : '']
      : [each.id],
  );
}

it('is empty where there is no folder', () => {
  expect(readReports(temporaryFolder())).toEqual([]);
});

it('holds every report by the name of its file, and nothing that is no report', () => {
  const root = temporaryFolder({
    ...reportFiles(findings('b'), findings('a')),
    '.context/audit/.dismissed.json': '{}',
    '.context/audit/.hidden.md': 'x',
    '.context/audit/notes.txt': 'x',
  });
  expect(listed(root)).toEqual([['a'], ['b']]);
});

it('reads each report on its own: what is wrong with one leaves the others readable', () => {
  const secret = temporaryFolder({ 'secret.txt': 'key' });
  const root = temporaryFolder({
    ...reportFiles(findings('good')),
    '.context/audit/torn.md': '---\nkind: torn',
  });
  const folder = join(root, '.context/audit');
  mkdirSync(join(folder, 'folder.md'));
  writeFileSync(join(folder, 'huge.md'), Buffer.alloc((1 << 20) + 1, 'x'));
  writeFileSync(join(folder, 'latin.md'), Buffer.from([0x2d, 0xe4]));
  symlinkSync(join(secret, 'secret.txt'), join(folder, 'linked.md'));
  symlinkSync(join(root, 'nowhere'), join(folder, 'nowhere.md'));
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  expect(listed(root)).toEqual([
    ['folder', 'read_report', 'not_a_file'],
    ['good'],
    ['huge', 'read_report', 'too_large'],
    ['latin', 'read_report', 'not_text'],
    ['linked', 'read_report', 'outside'],
    ['nowhere', 'read_report', 'missing'],
    ['pipe', 'read_report', 'not_a_file'],
    ['torn', 'unterminated_frontmatter', ''],
  ]);
});

it('says when the folder itself cannot be read', () => {
  const root = temporaryFolder({ '.context/audit': 'a file' });
  expect(() => readReports(root)).toThrow(
    expect.objectContaining({
      code: 'read_report',
      where: expect.objectContaining({ reason: 'not_a_file' }),
    }),
  );
});
