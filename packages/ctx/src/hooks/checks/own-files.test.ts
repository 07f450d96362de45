import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
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
  ['apply_patch', { command: '*** Begin Patch\n*** Update File: .context/config.yaml\n@@\n-a\n+b\n' }],
  ['apply_patch', { command: '*** Update File: a\n  *** Update File: .context/config.yaml\n@@\n-a\n+b\n' }],
  ['apply_patch', { command: '*** Update File: a\n\u0085*** Delete File: .context/config.yaml\n' }],
  ['apply_patch', { command: '*** Update File: a\n*** Update File:.context/config.yaml\n@@\n-a\n+b\n' }],
  ['apply_patch', { command: '*** Update File: a\n*** Move to:\t.context/config.yaml\n@@\n-a\n+b\n' }],
  ['apply_patch', { command: '*** Add File: x\r/../.context/config.yaml\n+a\n' }],
  ['apply_patch', { command: '*** Add File: x\u2028/../.context/config.yaml\n+a\n' }],
  ['apply_patch', { command: '*** Update File: .context/config.yaml\u0085\n@@\n-a\n+b\n' }],
  ['Write', { file_path: '.\uff43ontext/config.yaml', content: '' }],
  ['mcp__files__write_file', { path: '.context/config.yaml', content: '' }],
  ['mcp__files__write_file', { path: `${'./'.repeat(3_000)}.context/config.yaml`, content: '' }],
  ['mcp__files__write_file', { uri: 'file:///home/me/%2eclaude/settings.json' }],
  ['mcp__files__write_files', { '.context/config.yaml': 'hooks: {}' }],
  ['mcp__files__deep', { a: [{ b: { c: { d: { e: { f: { g: { h: ['.context/config.yaml'] } } } } } } }] }],
  ['mcp__shell__run', { command: 'rm -rf .context' }],
  ['mcp__shell__run', { steps: [{ cmd: ['ctx', 'hooks', 'pause'] }] }],
  ['exec_command', { cmd: 'echo x > .context/config.yaml' }],
  ['mcp__files__move_file', { source: 'a', destination: '.context/config.yaml' }],
  ['mcp__files__edit_files', { edits: [{ target: { name: './.context/config.yaml' } }] }],
  ['mcp__files__write_file', { uri: 'file:///home/me/.claude/settings.json' }],
])('denies the agent to change the contract: %s %j', async (name, input) => {
  const project = await memoryProject();
  const { refusal, message } = await hookCall(project, 'PreToolUse', tool(name, input));
  expect(refusal).toContain('belongs to the rules and evidence');
  expect(message).toContain('ctx: the agent was kept from changing');
});

const ways = [
  ['Write', (file_path: string) => ({ file_path })],
  ['apply_patch', (path: string) => ({ command: `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n` })],
  ['mcp__files__write_file', (path: string) => ({ path, content: 'x' })],
] as const;

it.each(ways)('denies %s to change it through a link', async (name, inputFor) => {
  const project = await memoryProject();
  symlinkSync('.context/config.yaml', join(project.root, 'notes.txt'));
  symlinkSync('.context', join(project.root, 'memory'));
  for (const path of ['notes.txt', 'memory/config.yaml', 'memory/state/x']) {
    const { refusal } = await hookCall(project, 'PreToolUse', tool(name, inputFor(path)));
    expect(refusal).toContain('belongs to the rules and evidence');
  }
});

it.each(ways)('denies %s to change it by a second name of the same file', async (name, inputFor) => {
  const project = await memoryProject();
  mkdirSync(join(project.home, '.config/ctx'), { recursive: true });
  writeFileSync(join(project.home, '.config/ctx/trust.json'), '{}');
  linkSync(project.path('config.yaml'), join(project.root, 'notes.txt'));
  linkSync(join(project.home, '.config/ctx/trust.json'), join(project.root, 'more.txt'));
  const refusalFor = async (path: string) =>
    (await hookCall(project, 'PreToolUse', tool(name, inputFor(path)))).refusal;
  expect(await refusalFor('notes.txt')).toContain('.context/config.yaml belongs to the rules and evidence');
  expect(await refusalFor('more.txt')).toContain('.config/ctx belongs to the rules and evidence');
});

it.each(ways)('denies %s a path that leads each process somewhere else', async (name, inputFor) => {
  const project = await memoryProject();
  for (const path of ['/proc/self/cwd/notes.txt', '/dev/fd/3', `/proc/self/root${project.root}/a`]) {
    const { refusal } = await hookCall(project, 'PreToolUse', tool(name, inputFor(path)));
    expect(refusal).toContain('somewhere else');
  }
});

it('lets tools that nobody knows take texts that are no paths', async () => {
  const project = await memoryProject();
  const texts = ['x'.repeat(300), 'a\0b', 'y/'.repeat(5_000), '100%', 'ctx and .context/ are explained', ''];
  const { stdout } = await hookCall(project, 'PreToolUse', tool('mcp__issues__create', { texts }));
  expect(stdout).toBe('');
});

it.each([
  'ctx hooks pause',
  'cd x && ctx hooks pause',
  "c'tx' hooks pause",
  'ctx --output-format json hooks pause',
  'npx ctx-cli hooks pause',
  'node packages/ctx/dist/ctx.cjs hooks remove',
  './node_modules/.bin/ctx hooks remove --scope user',
  './packages/ctx/dist/ctx.cjs hooks pause',
  'nodejs /usr/lib/node_modules/ctx-cli/dist/ctx.cjs hooks pause',
  './packages/ctx/dist/hook.cjs codex Stop < forged.json',
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
  'rm -rf .context//',
  'rm -rf .context/.',
  'echo > .context/x/../config.yaml',
  'rm -rf .claude',
  'mv ~/.codex x',
  'git diff --output=.context/config.yaml',
  'git log --outp .claude/settings.json',
  'tree -ao .context/config.yaml',
  'git grep -Orm . .context/config.yaml',
  'git grep --open-files-in-pager=rm . .context/config.yaml',
  'rg --pre rm x .context/config.yaml',
  'ctx checkpoint --file .context/state/x',
  'ctx pad export .claude',
  'less -O.context/config.yaml x',
  'ctx export one --out .context/sessions/one',
  'npm exec -- ctx-cli hooks pause',
  'ctx trust --yes trust list',
  'ctx run task.yaml --trust',
  'ctx resume one --trust-log',
  'npx ctx-cli pad add x --accept-pad-config',
  'ctx delete-session claude-code-1',
  'ctx-hook claude-code PostToolUse < forged.json',
  'ctx hook claude-code PostToolUse < forged.json',
  'node /usr/lib/node_modules/ctx-cli/dist/hook.cjs codex Stop < forged.json',
])('denies it by a command: %s', async (command) => {
  const project = await memoryProject();
  const { refusal, message } = await hookCall(project, 'PreToolUse', bash(command));
  expect(refusal).toContain('belongs to the rules and evidence');
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
  'git log --oneline -- .context/config.yaml',
  'grep -o rule .claude/settings.json',
  'mkdir -p .claude/skills/one',
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

const sentBy = [
  ['copilot', 'preToolUse', { toolName: 'create', toolArgs: '{"path":".context/config.yaml"}' }],
  ['copilot', 'preToolUse', { toolName: 'apply_patch', toolArgs: '*** Add File: .context/config.yaml\n+a' }],
  ['copilot', 'preToolUse', { toolName: 'write_bash', toolArgs: { input: 'ctx hooks pause' } }],
  ['opencode', 'tool.execute.before', { tool: 'unknown', args: ['.context/config.yaml'] }],
  [
    'opencode',
    'tool.execute.before',
    { tool: 'patch', args: { patchText: '*** Delete File: .context/state' } },
  ],
  ['claude-code', 'PreToolUse', tool('Monitor', { command: 'ctx hooks pause', description: 'x' })],
  ['qwen', 'PreToolUse', tool('monitor', { command: 'rm -rf .context' })],
] as const;

it.each(sentBy)('denies it in every form that a host sends it in: %s %s %j', async (host, event, fields) => {
  const project = await memoryProject();
  const { stdout } = await hookCall(project, event, fields, [host, event]);
  expect(stdout).toContain('belongs to the rules and evidence');
});

const namesAFolder = [
  [
    'gemini',
    'BeforeTool',
    tool('run_shell_command', { command: 'echo > config.yaml', dir_path: '.context' }),
  ],
  [
    'opencode',
    'tool.execute.before',
    { tool: 'bash', args: { command: 'rm -r state', workdir: '.context' } },
  ],
  ['claude-code', 'PreToolUse', { ...bash('echo > config.yaml'), cwd: '.context' }],
] as const;

it.each(namesAFolder)('denies a short name where the command runs: %s %s %j', async (host, event, fields) => {
  const project = await memoryProject();
  const { cwd = '' } = { cwd: '', ...fields };
  const place = { directory: project.root, cwd: join(project.root, cwd) };
  const { stdout } = await hookCall(project, event, { ...fields, ...place }, [host, event]);
  expect(stdout).toContain('.context belongs to the rules and evidence');
  const looks = { ...bash('cat config.yaml'), cwd: join(project.root, '.context') };
  expect((await hookCall(project, 'PreToolUse', looks)).stdout).toBe('');
});

it.each(ways)('denies %s to change it where a variable or a link has moved it', async (name, inputFor) => {
  const project = await memoryProject();
  const elsewhere = join(project.home, 'elsewhere');
  mkdirSync(join(elsewhere, 'dotfiles'), { recursive: true });
  mkdirSync(join(project.home, '.gemini'));
  writeFileSync(join(elsewhere, 'dotfiles/gemini.json'), '{}');
  symlinkSync(join(elsewhere, 'dotfiles/gemini.json'), join(project.home, '.gemini/settings.json'));
  const env = { ...project.env, XDG_CONFIG_HOME: elsewhere, CODEX_HOME: join(elsewhere, 'codex') };
  for (const path of [
    'ctx/trust.json',
    'opencode/plugins/ctx.js',
    'codex/config.toml',
    'dotfiles/gemini.json',
  ]) {
    const input = inputFor(join(elsewhere, path));
    const { refusal } = await hookCall({ ...project, env }, 'PreToolUse', tool(name, input));
    expect(refusal, path).toContain('belongs to the rules and evidence');
  }
  const command = bash(`cp x ${elsewhere}/codex/hooks.json`);
  expect((await hookCall({ ...project, env }, 'PreToolUse', command)).refusal).toContain('codex/hooks.json');
});

it('denies to change a memory that is kept in another folder and linked', async () => {
  const project = await memoryProject();
  renameSync(join(project.root, '.context'), join(project.root, 'memory'));
  symlinkSync('memory', join(project.root, '.context'));
  const write = tool('Write', { file_path: 'memory/config.yaml', content: '' });
  expect((await hookCall(project, 'PreToolUse', write)).refusal).toContain('memory/config.yaml belongs');
});

it('denies to change the log of a session by a second name of its file', async () => {
  const project = await memoryProject();
  const folder = join(project.home, '.local/state/ctx/projects', project.root, '.sessions');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'one.jsonl'), '{}\n');
  linkSync(join(folder, 'one.jsonl'), join(project.root, 'notes.txt'));
  const write = tool('Write', { file_path: 'notes.txt', content: '' });
  expect((await hookCall(project, 'PreToolUse', write)).refusal).toContain('.local/state/ctx belongs');
});
