// A transcript that grew after its session's end is imported when the next session starts. Nothing that is wrong with one session
// keeps another from being told.

import { copyFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { logOf, typesIn } from '../../test/captured-log.js';
import { hookCall } from '../../test/hook-call.js';
import { memoryProject } from '../../test/memory-project.js';
import { transcriptOf } from '../foreign/fixtures/transcripts.js';
import { readErrors } from '../hooks/errors.js';

/** Sessions `a` and `b`, both over, with transcripts that their hosts wrote afterwards. */
async function twoEnded() {
  const project = await memoryProject();
  const transcripts = ['a', 'b'].map((id) => join(project.home, `${id}.jsonl`));
  for (const [i, session_id] of ['a', 'b'].entries()) {
    const told = { session_id, transcript_path: transcripts[i] };
    await hookCall(project, 'UserPromptSubmit', { ...told, prompt: 'x' });
    await hookCall(project, 'SessionEnd', told);
    writeFileSync(transcripts[i] ?? '', transcriptOf('claude-code'));
  }
  const start = () => hookCall(project, 'SessionStart', { session_id: 'c', source: 'startup' });
  return { project, transcripts, start };
}

const imported = 'source.observed';

it('imports what the host wrote later', async () => {
  const { project, start } = await twoEnded();
  await start();
  for (const id of ['a', 'b']) expect(typesIn(logOf(project, `claude-code-${id}`))).toContain(imported);
});

it('goes on to the next where the disk refuses a transcript', async () => {
  const { project, transcripts, start } = await twoEnded();
  rmSync(transcripts[0] ?? '');
  symlinkSync('a.jsonl', transcripts[0] ?? '');
  await start();
  expect(typesIn(logOf(project, 'claude-code-b'))).toContain(imported);
  expect(readErrors(project)).toEqual([]);
});

it('goes on to the next where a log cannot be opened', async () => {
  const { project, start } = await twoEnded();
  const log = logOf(project, 'claude-code-a');
  copyFileSync(log, `${log}.kept`);
  unlinkSync(log);
  symlinkSync('claude-code-a.jsonl', log);
  await start();
  expect(typesIn(logOf(project, 'claude-code-b'))).toContain(imported);
});
