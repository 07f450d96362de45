// How long another agent took is what its transcript says, not how long the import took.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { jsonOf } from '../../../test/scripted.js';
import { transcriptOf } from '../../foreign/fixtures/transcripts.js';
import { transcriptHosts } from '../../foreign/known-hosts.js';
import { readStory } from './read-story.js';

it.each([...transcriptHosts])('tells the time of a session of %s by its own clock', async (host) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'transcript.jsonl'), transcriptOf(host));
  const { data } = await jsonOf(['import', './transcript.jsonl', '--directory', 's'], { cwd });
  const [imported] = JSON.parse(JSON.stringify(data)).imported;
  const [run] = readStory(imported.path).runs;
  if (run === undefined) throw new TypeError('nothing was imported');
  const day = Date.UTC(2026, 10, 16);
  const moments = [run.opened, run.last, ...run.turns.flatMap(({ opened, steps }) => [opened, ...steps])];
  for (const { at } of moments) expect(Math.floor(at / 86_400_000) * 86_400_000).toBe(day);
  expect(run.last.at).toBeGreaterThanOrEqual(run.opened.at);
});
