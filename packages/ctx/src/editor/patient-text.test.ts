import { expect, test } from 'vitest';
import { patientText } from './patient-text.js';

function clientThatReads() {
  const told: string[] = [];
  let read = () => {};
  const client = { isSlow: false };
  const connection = {
    isSlow: () => client.isSlow,
    drained: () =>
      new Promise<void>((resolve) => {
        read = resolve;
      }),
  };
  const text = patientText<string>(connection, (kind, piece) => told.push(`${kind}: ${piece}`));
  return { client, told, text, read: () => read() };
}

test('tells text as it comes to a client that reads', () => {
  const { told, text } = clientThatReads();
  text.say('answer', 'One ');
  text.say('answer', '');
  text.say('answer', 'two.');
  expect(told).toEqual(['answer: One ', 'answer: two.']);
});

test('tells a slow client in one piece what came meanwhile, once it has read', async () => {
  const { client, told, text, read } = clientThatReads();
  client.isSlow = true;
  for (const word of ['One ', 'two ', 'three.']) text.say('answer', word);
  expect(told).toEqual([]);
  read();
  await expect.poll(() => told).toEqual(['answer: One two three.']);
  text.say('answer', ' Four.');
  read();
  await expect.poll(() => told).toEqual(['answer: One two three.', 'answer:  Four.']);
});

test('tells text of two kinds apart, and all that waits before anything else', () => {
  const { client, told, text } = clientThatReads();
  client.isSlow = true;
  text.say('thought', 'Hm.');
  text.say('answer', 'Yes.');
  expect(told).toEqual(['thought: Hm.']);
  text.flush();
  expect(told).toEqual(['thought: Hm.', 'answer: Yes.']);
});
