import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { Failure } from '../protocol/failure.js';
import { diskSpace } from './disk-space.js';
import { load } from './load.js';
import { levelOf, thresholds } from './thresholds.js';

it.each([
  [84.9, 'ok'],
  [85, 'warning'],
  [94.9, 'warning'],
  [95, 'danger'],
])('a disk that is %d %% full is %s', (percent, level) => {
  expect(levelOf(percent, thresholds.disk)).toBe(level);
});

it('counts the disk of a folder as df does', () => {
  const folder = temporaryFolder();
  const [total = '', used = '', available = ''] =
    execFileSync('df', ['-B1', '--output=size,used,avail', folder], {
      encoding: 'utf8',
    })
      .split('\n')[1]
      ?.trim()
      .split(/\s+/) ?? [];
  const found = diskSpace(folder);
  const percent = (Number(used) / (Number(used) + Number(available))) * 100;
  expect(found).toMatchObject({ path: folder, total_bytes: Number(total) });
  expect(Math.abs(found.used_percent - percent)).toBeLessThan(2);
  expect(found.level).toBe(levelOf(found.used_percent, thresholds.disk));
});

it('does not divide by the blocks of a file system that has none', () => {
  expect(diskSpace('/proc')).toMatchObject({ total_bytes: 0, used_percent: 0, level: 'ok' });
});

it('names the folder whose disk does not answer', () => {
  const path = join(temporaryFolder(), 'nothing');
  try {
    diskSpace(path);
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error).toMatchObject({ code: 'file_unreadable', where: { operation: 'statfs', target: path } });
  }
});

it.each([
  [3.19, 4, 0.8, 'warning'],
  [3.1, 4, 0.78, 'ok'],
  [6, 4, 1.5, 'danger'],
  [0, 1, 0, 'ok'],
])('a load of %d on %d CPUs is %d for each, which is %s', (average, cpus, perCpu, level) => {
  expect(load(average, cpus)).toEqual({ five_minutes: average, cpus, per_cpu: perCpu, level });
});

it('reads the load of this machine', () => {
  const found = load();
  expect(found.cpus).toBeGreaterThanOrEqual(1);
  expect(found.five_minutes).toBeGreaterThanOrEqual(0);
});
