import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCtx } from '../../test/in-process.js';
import { jsonOf, scriptedFolder } from '../../test/scripted.js';
import { recordsOf } from '../../test/session-files.js';

const argv = ['bootstrap', 'Read the path.', '--model', 'script:s.yaml', '--session-id', 's'];

it('gives the set-up, the matches, the turn and the session, and submits the prompt once', async () => {
  const cwd = scriptedFolder([{ say: 'Read.' }], { '.agents/skills/read-path/SKILL.md': '# Reads a path' });
  const { data } = await jsonOf([...argv, '--deny-tool', 'bash'], { cwd });
  expect(data).toMatchObject({
    setup: {
      model: 'script:s.yaml',
      project_root: cwd,
      tools: ['read', 'write', 'edit', 'glob', 'grep', 'list'],
    },
    matched_commands: ['read-path'],
    matched_tools: ['read', 'list', 'glob', 'write', 'grep'],
    path: join(cwd, '.context/sessions/s.jsonl'),
    stop_reason: 'completed',
    turn: { prompt: 'Read the path.', output: 'Read.' },
  });
  const opened = recordsOf(join(cwd, '.context/sessions/s.jsonl')).filter(
    ({ type }) => type === 'turn.opened',
  );
  expect(opened).toHaveLength(1);
});

it('says the same in text', async () => {
  const { stdout } = await runCtx(argv, { cwd: scriptedFolder([{ say: 'Read.' }]) });
  expect(stdout).toMatch(/fitting tools +read/);
  expect(stdout).toContain('\nRead.\n');
});
