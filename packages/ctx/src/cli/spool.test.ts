import { expect, it } from 'vitest';
import { readUntil, slowPipe } from '../../test/slow-pipe.js';
import { spoolTo } from './spool.js';

it('keeps all of it, in order, for a reader that begins to read when everything was written', async () => {
  const { writer, read } = slowPipe();
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
  const { writer, close } = slowPipe();
  const lost: unknown[] = [];
  const spool = spoolTo(writer, (error) => lost.push(error));
  spool?.write('one');
  close();
  spool?.write('two');
  spool?.write('three');
  spool?.drain();
  expect(lost).toMatchObject([{ code: 'EPIPE' }]);
});
