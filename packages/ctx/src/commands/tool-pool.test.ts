import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';

const all = ['read', 'write', 'edit', 'glob', 'grep', 'list', 'bash'];

async function poolOf(...flags: string[]) {
  const { data } = await jsonOf(['tool-pool', ...flags], { cwd: temporaryFolder() });
  return data as {
    simple_mode: boolean;
    include_mcp: boolean;
    tool_count: number;
    tools: { name: string }[];
    out: { name: string }[];
    warnings: string[];
    tokens: number;
  };
}

const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

it('has every tool where nothing is denied, each with its digest', async () => {
  const { tools, out, tokens } = await poolOf();
  expect(names(tools)).toEqual(all);
  expect(tools[0]).toMatchObject({
    source_hint: 'built-in',
    schema_digest: expect.stringMatching(/^sha256:/),
  });
  expect(out).toEqual([]);
  expect(tokens).toBeGreaterThan(100);
});

it('leaves out what the policy denies, and says why', async () => {
  const { tools, out, warnings } = await poolOf(
    '--allow-tool',
    'read',
    '--allow-tool',
    'bash(git *)',
    '--deny-tool',
    'fly',
  );
  expect(names(tools)).toEqual(['read', 'bash']);
  expect(out[0]).toEqual({ name: 'write', rule: 'read, bash(git *)', reason: 'no allow rule covers it' });
  expect(warnings).toEqual(['the rule fly matches no tool']);
});

it('has a simple mode', async () => {
  const { tools, out } = await poolOf('--simple-mode', '--deny-tool', 'bash');
  expect(names(tools)).toEqual(['read', 'edit']);
  expect(names(out)).toEqual(['bash', 'write', 'glob', 'grep', 'list']);
});

it('is told to people, with its warnings on stderr', async () => {
  const answer = await runCtx(['tool-pool', '--deny-tool', 'bash', '--deny-prefix', 'x'], {
    cwd: temporaryFolder(),
  });
  expect(answer.stdout).toMatch(
    /^read {3}built-in {2}Reads[\s\S]*\n6 tools, about \d+ tokens[\s\S]*\nOut\n {2}bash {2}the rule bash denies it\n$/,
  );
  expect(answer.stderr).toBe('warning: the rule x* matches no tool\n');
});

it('says which tools it was to count, and how many there are', async () => {
  expect(await poolOf()).toMatchObject({ simple_mode: false, include_mcp: true, tool_count: all.length });
  expect(await poolOf('--simple-mode')).toMatchObject({
    simple_mode: true,
    include_mcp: false,
    tool_count: 3,
  });
  expect(await poolOf('--no-mcp')).toMatchObject({ include_mcp: false });
});
