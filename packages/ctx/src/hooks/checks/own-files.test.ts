import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hookCall } from '../../../test/hook-call.js';
import { memoryProject } from '../../../test/memory-project.js';

const tool = (tool_name: string, tool_input: object) => ({ tool_name, tool_input });
const bash = (command: string) => tool('Bash', { command });

it.each([
  ['Write', { file_path: '.context/config.yaml', content: '' }],
  ['Write', { file_path: 'sub/../.context/config.yaml', content: '' }],
  ['Edit', { file_path: '.Context/CONFIG.yaml', old_string: 'a', new_string: 'b' }],
  ['MultiEdit', { file_path: '.context/state/hooks/one.jsonl', edits: [] }],
  ['Write', { file_path: '.context/sessions/s.jsonl', content: '' }],
  ['Write', { file_path: '.claude/settings.local.json', content: '{}' }],
  ['Edit', { file_path: '/home/me/.claude/settings.json', old_string: 'a', new_string: 'b' }],
  ['Write', { file_path: '/home/me/.config/ctx/trust.json', content: '' }],
  ['apply_patch', { input: '*** Begin Patch\n*** Update File: .context/config.yaml\n@@\n-a\n+b\n' }],
  ['apply_patch', { input: '*** Update File: a\n*** Move to: .codex/hooks.json\n' }],
  ['mcp__files__write_file', { path: '.context/config.yaml', content: '' }],
  ['mcp__files__move_file', { source: 'a', destination: '.context/config.yaml' }],
  ['mcp__files__edit_files', { edits: [{ target: { name: './.context/config.yaml' } }] }],
  ['mcp__files__write_file', { uri: 'file:///home/me/.claude/settings.json' }],
])('denies the agent to change the contract: %s %j', async (name, input) => {
  const project = await memoryProject();
  const { refusal, message } = await hookCall(project, 'PreToolUse', tool(name, input));
  expect(refusal).toContain('belongs to the contract');
  expect(message).toContain('ctx: the agent was kept from changing');
});

it('denies it through a link', async () => {
  const project = await memoryProject();
  symlinkSync('.context/config.yaml', join(project.root, 'notes.txt'));
  const { refusal } = await hookCall(project, 'PreToolUse', tool('Write', { file_path: 'notes.txt' }));
  expect(refusal).toContain('.context/config.yaml');
});

it.each([
  'ctx hooks pause',
  'cd x && ctx hooks pause',
  "c'tx' hooks pause",
  'ctx --output-format json hooks pause',
  'npx ctx-cli hooks pause',
  'node packages/ctx/dist/ctx.cjs hooks remove',
  './node_modules/.bin/ctx hooks remove --scope user',
  'sh -c "ctx hooks pause"',
  'X=1 env ctx hooks pause',
  '$(echo ctx) hooks pause',
  'eval "$cmd" # ctx hooks pause',
  'ctx trust --yes',
  'echo "hooks: {}" > .context/config.yaml',
  'sed -i s/deny/off/ .context/config.yaml',
  'rm -rf .context',
  'rm -r ./.context/state',
  'cat x | tee .context/config.yaml',
  'git checkout HEAD~3 -- .context/config.yaml',
  'cp /tmp/x .claude/settings.json',
  'mv .context .context-old',
  "python3 -c \"open('.context/config.yaml', 'w')\"",
  'truncate -s0 .context/sessions/a.jsonl',
])('denies it by a command: %s', async (command) => {
  const project = await memoryProject();
  const { refusal, message } = await hookCall(project, 'PreToolUse', bash(command));
  expect(refusal).toContain('belongs to the contract');
  expect(message).toContain('kept from changing');
});

it.each([
  'npm test',
  'ctx status',
  'ctx task add "look at hooks"',
  'ctx hooks list',
  'ctx trust list',
  'cat .context/config.yaml',
  'git add .context && git commit -m "Pause the hooks of ctx for a while"',
  'git diff -- .context/config.yaml | head -20',
  'ls .context/sessions',
  'grep -n rule .context/config.yaml',
  'for f in *.ts; do echo "$f"; done',
  'cat <<EOF > notes.md\nwhat ctx does\nEOF',
])('lets everything else run: %s', async (command) => {
  const project = await memoryProject();
  expect((await hookCall(project, 'PreToolUse', bash(command))).stdout).toBe('');
});

it.each([
  ['Read', { file_path: '.context/config.yaml' }],
  ['Grep', { pattern: 'x', path: '.context/sessions' }],
  ['Write', { file_path: '.context/TASKS.md', content: '' }],
  ['Write', { file_path: 'docs/config.yaml', content: '' }],
])('lets the agent read, and write elsewhere: %s %j', async (name, input) => {
  const project = await memoryProject();
  expect((await hookCall(project, 'PreToolUse', tool(name, input))).stdout).toBe('');
});

it('cannot be switched off by a config', async () => {
  const project = await memoryProject();
  project.write('config.yaml', 'hooks:\n  off: [own-files]\n');
  expect((await hookCall(project, 'PreToolUse', bash('ctx hooks pause'))).refusal).toBeDefined();
});
