import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rootPlace } from './as-root.js';
import { memoryFolder } from './in-memory.js';

const gigabyte = 1024 ** 3;

describe('a folder in memory', () => {
  it('holds the temporary files of one command, and nobody else sees them', () => {
    const { before, remove } = memoryFolder(rootPlace().before, 8 * gigabyte);
    onTestFinished(remove);
    const [program = '', ...words] = before;
    const script = 'touch "$TMPDIR/made"; stat -f -c %T "$TMPDIR"; ls "$TMPDIR"; echo "$TMPDIR"';
    const said = execFileSync(program, [...words, 'sh', '-c', script], { encoding: 'utf8' });
    const [kind, made, folder = ''] = said.split('\n');
    expect([kind, made]).toEqual(['tmpfs', 'made']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('passes on how the command ended, and is gone afterwards', () => {
    const { before, remove } = memoryFolder(rootPlace().before, 8 * gigabyte);
    const folder = before.find((word) => word.startsWith('TMPDIR='))?.slice('TMPDIR='.length) ?? '';
    const [program = '', ...words] = before;
    expect(() => execFileSync(program, [...words, 'sh', '-c', 'exit 7'])).toThrow(
      expect.objectContaining({ status: 7 }),
    );
    expect(existsSync(folder)).toBe(true);
    remove();
    expect(existsSync(folder)).toBe(false);
  });

  it('is not made where memory is scarce, which is said', () => {
    expect(memoryFolder([], gigabyte)).toMatchObject({ before: [], without: '1024 MB of memory are free' });
  });
});
