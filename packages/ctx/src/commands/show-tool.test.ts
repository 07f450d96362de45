import { expect, it } from 'vitest';
import { runCtx } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';

it('shows what a tool takes and whether the policy leaves it', async () => {
  const { data } = await jsonOf(['show-tool', 'grep', '--deny-tool', 'g*'], {});
  expect(data).toMatchObject({
    name: 'grep',
    found: true,
    source_hint: 'built-in',
    responsibility: expect.any(String),
    read_only: true,
    input_schema: { required: ['pattern'] },
    in_pool: false,
    denied: { rule: 'g*', reason: 'the rule g* denies it' },
  });
  expect(await jsonOf(['show-tool', 'gerp'], {})).toMatchObject({
    name: 'gerp',
    found: false,
    error: { kind: 'tool_not_found' },
  });
  const { stdout } = await runCtx(['show-tool', 'bash']);
  expect(stdout).toContain('rules           bash, bash(PATTERN on command)\n');
  expect(stdout).toContain('"timeout_ms"');
});
