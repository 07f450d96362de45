import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { takeRequest, writeRequest } from './cancel-request.js';

it('replaces a link that somebody planted in the place of a request, and leaves what it leads to alone', () => {
  const folder = temporaryFolder();
  const outside = join(folder, 'outside');
  const log = join(folder, 'f.fleet.jsonl');
  writeFileSync(outside, 'mine');
  symlinkSync(outside, `${log}.cancel`);
  writeRequest(log, { sessions: ['a'] });
  expect(readFileSync(outside, 'utf8')).toBe('mine');
  expect(takeRequest(log)).toEqual({ sessions: ['a'] });
  expect(takeRequest(log)).toBeUndefined();
});

it('names what it cannot read as a request', () => {
  const log = join(temporaryFolder(), 'f.fleet.jsonl');
  execFileSync('mkfifo', [`${log}.cancel`]);
  expect(() => takeRequest(log)).toThrow(
    expect.objectContaining({
      code: 'file_unreadable',
      where: expect.objectContaining({ target: `${log}.cancel` }),
    }),
  );
});
