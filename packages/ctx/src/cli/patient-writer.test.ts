import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { patientWriter } from './patient-writer.js';

function pipe() {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(reader);
    isOpen = false;
  };
  onTestFinished(() => {
    close();
    closeSync(writer);
  });
  const read = () => {
    const bytes = Buffer.alloc(1 << 20);
    try {
      return bytes.toString('utf8', 0, readSync(reader, bytes));
    } catch {
      return '';
    }
  };
  return { writer, read, close };
}

it('goes on while nobody reads, keeps a bounded rest, and says how much was left out', () => {
  const { writer, read } = pipe();
  const patient = patientWriter(writer, 100);
  for (let i = 0; i < 20_000; i++) patient?.write(`line ${i} ${'x'.repeat(90)}\n`);
  let text = read();
  patient?.write('the last\n');
  patient?.drain();
  for (let more = read(); more !== ''; more = read()) text += more;
  expect(text).toMatch(/^line 0 /);
  expect(text).toMatch(/… \d+ updates left out: nobody read them in time\n/);
  expect(text.length).toBeLessThan(600_000);
});

it('writes in order what a reader takes', () => {
  const { writer, read } = pipe();
  const patient = patientWriter(writer, 100);
  let text = '';
  for (let i = 0; i < 3_000; i++) {
    patient?.write(`${i}\n`);
    text += read();
  }
  patient?.drain();
  expect(text + read()).toBe(Array.from({ length: 3_000 }, (_, i) => `${i}\n`).join(''));
});

async function readUntil(end: string, read: () => string): Promise<string> {
  const pieces: string[] = [];
  const soon = { timeout: 60_000, interval: 1 };
  await vi.waitFor(() => {
    pieces.push(read());
    expect(pieces.slice(-2).join('')).toContain(end);
  }, soon);
  return pieces.join('');
}

it('gives a reader that reads on the end of it, however late that is', async () => {
  const { writer, read } = pipe();
  const patient = patientWriter(writer, 100);
  for (let i = 0; i < 20_000; i++) patient?.write(`line ${i} ${'x'.repeat(90)}\n`);
  expect(await readUntil('line 19999 ', read)).toMatch(/^line 0 /);
});

it('stays quiet where the reader has gone', () => {
  const { writer, close } = pipe();
  const patient = patientWriter(writer, 100);
  close();
  expect(() => {
    patient?.write('nobody');
    patient?.write('nobody');
    patient?.drain();
  }).not.toThrow();
});

it('leaves files to those who write them in order', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const descriptor = openSync(file, 'a');
  expect(patientWriter(descriptor)).toBeUndefined();
  closeSync(descriptor);
});
