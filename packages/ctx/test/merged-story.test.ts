import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mergedStory } from '../page/state/merge-story.js';
import { readStory } from '../src/evidence/story/read-story.js';
import type { SessionStory } from '../src/evidence/story/story.js';
import { recordSession } from './recorded-session.js';
import { linesOf } from './session-files.js';

/** As it comes over the wire. */
const told = (path: string): SessionStory => JSON.parse(JSON.stringify(readStory(path)));

it('tells a session that went on as if all of it had been told at once, wherever it was cut', async () => {
  const call = { tool: 'bash', input: { command: 'echo a' } };
  const { cwd, path } = await recordSession({
    replies: [{ call: [call] }, { say: 'One.' }, { call: [call] }, { say: 'Two.' }],
    prompts: ['First.', 'Second.'],
  });
  const whole = told(path);
  const lines = linesOf(path);
  for (let kept = 2; kept < lines.length; kept++) {
    const cut = join(cwd, 's.jsonl');
    writeFileSync(
      cut,
      lines
        .slice(0, kept)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const before = told(cut);
    const since = before.head.seq;
    const isNew = ({ opened, steps, closed }: SessionStory['runs'][number]['turns'][number]) =>
      [opened, closed, ...steps].some((mark) => mark !== undefined && mark.seq > since) ||
      closed === undefined;
    const fresh = { ...whole, runs: whole.runs.map((run) => ({ ...run, turns: run.turns.filter(isNew) })) };
    expect(mergedStory(before, fresh)).toEqual(whole);
  }
});
