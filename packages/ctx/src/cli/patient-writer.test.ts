import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { readUntil, slowPipe } from '../../test/slow-pipe.js';
import { patientWriter } from './patient-writer.js';

it('goes on while nobody reads, keeps a bounded rest, and says how much was left out', () => {
  const { writer, read } = slowPipe();
  const patient = patientWriter(writer, 100);
  for (let i = 0; i < 20_000; i++) patient?.write(`line ${i} ${'x'.repeat(90)}\n`);
  let text = read();
  patient?.write('the last\n');
  patient?.drain();
  for (let more = read(); more !== ''; more = read()) text += more;
  expect(text).toMatch(/^line 0 /);
  expect(text).toMatch(/… \d+ updates left out: they were not read in time\n/);
  expect(text.length).toBeLessThan(600_000);
});

it('writes in order what a reader takes', () => {
  const { writer, read } = slowPipe();
  const patient = patientWriter(writer, 100);
  let text = '';
  for (let i = 0; i < 3_000; i++) {
    patient?.write(`${i}\n`);
    text += read();
  }
  patient?.drain();
  expect(text + read()).toBe(Array.from({ length: 3_000 }, (_, i) => `${i}\n`).join(''));
});

it('gives a reader that reads on the end of it, however late that is', async () => {
  const { writer, read } = slowPipe();
  const patient = patientWriter(writer, 100);
  for (let i = 0; i < 20_000; i++) patient?.write(`line ${i} ${'x'.repeat(90)}\n`);
  expect(await readUntil('line 19999 ', read)).toMatch(/^line 0 /);
});

it('stays quiet where the reader has gone', () => {
  const { writer, close } = slowPipe();
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
