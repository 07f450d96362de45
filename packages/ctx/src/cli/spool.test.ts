import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { spoolTo } from './spool.js';

function pipe() {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  onTestFinished(() => closeSync(writer));
  const bytes = Buffer.alloc(1 << 20);
  const read = () => {
    try {
      return bytes.toString('latin1', 0, readSync(reader, bytes));
    } catch {
      return '';
    }
  };
  return { reader, writer, read };
}

async function readUntil(end: string, read: () => string): Promise<string> {
  const pieces: string[] = [];
  const soon = { timeout: 60_000, interval: 1 };
  await vi.waitFor(() => {
    pieces.push(read());
    expect(pieces.slice(-2).join('')).toContain(end);
  }, soon);
  return pieces.join('');
}

it('keeps all of it, in order, for a reader that begins to read when everything was written', async () => {
  const { writer, read } = pipe();
  const spool = spoolTo(writer, () => {});
  const whole = Array.from({ length: 40_000 }, (_, i) => `line ${i} ${'x'.repeat(90)}\n`);
  for (const line of whole) spool?.write(line);
  let text = await readUntil('line 39999 ', read);
  // What comes when the file is empty again is behind what was in it.
  spool?.write('the last\n');
  text += await readUntil('the last', read);
  expect(text === `${whole.join('')}the last\n`).toBe(true);
});

it('says once that the reader has gone', () => {
  const { reader, writer } = pipe();
  const lost: unknown[] = [];
  const spool = spoolTo(writer, (error) => lost.push(error));
  spool?.write('one');
  closeSync(reader);
  spool?.write('two');
  spool?.write('three');
  spool?.drain();
  expect(lost).toMatchObject([{ code: 'EPIPE' }]);
});
