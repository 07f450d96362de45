// A pipe that nobody writes to, in the place of each file that ctx reads in a project: every command and every hook that reads
// it ends, with an answer or with a failure that has a code.

import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { answerWherever } from '../src/commands/hook-process.js';
import { type Clock, clockFrom } from '../src/time/clock.js';
import { builtFolder, cleanEnvironment } from './built.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';

/** Far more than any of them takes on a busy machine; one that waits for the pipe would wait for ever. */
const patience = 60_000;

const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd'];
const hook = (event: string) => `hook claude-code ${event}`;

const readers: Readonly<Record<string, readonly string[]>> = {
  '.context/TASKS.md': ['task list', 'task add x', 'task done 1', 'brief', 'status', 'search x', 'doctor'],
  '.context/DECISIONS.md': ['decision list'],
  '.context/LEARNINGS.md': ['learning search x'],
  '.context/CONVENTIONS.md': ['convention archive 1'],
  '.context/archive/TASKS.md': ['task archive', 'search x'],
  '.context/TASKS.md.lock': ['task add x'],
  '.context/config.yaml': ['pad add x', 'pad undo', 'doctor', ...events.map(hook)],
  '.context/reminders.json': ['remind list', 'remind dismiss 1', 'brief', hook('SessionStart')],
  '.context/scratchpad.age': ['pad', 'pad add x', 'pad show 1', 'status', 'search x'],
  '.context/scratchpad.md': ['pad', 'doctor'],
  '.context/scratchpad.history/000001_20261115T200000000Z_add_0_1.md': ['pad undo', 'doctor'],
  '.context/handovers/20261115T200000000Z.md': ['brief', 'status', 'search x', hook('SessionStart')],
  '.context/.gitignore': ['doctor', 'init'],
  '.context/sessions/s.jsonl': ['list-sessions', 'load-session s', 'resume s', 'search x', 'doctor'],
  '.context/state/hooks/one.jsonl': events.map(hook),
  '.context/state/hooks/errors.jsonl': ['doctor', hook('SessionStart')],
  '.context/state/transcripts.jsonl': ['search x', hook('SessionEnd')],
  '.claude/commands/x.md': ['commands', 'show-command x', 'route x'],
  '.claude/skills/x/SKILL.md': ['commands', 'show-command x'],
  '.claude/settings.json': ['hooks list', 'doctor'],
  '.mcp.json': ['tools', 'doctor', 'recommend'],
  '.git/HEAD': ['brief', hook('SessionStart')],
  '.git/index': ['scan-repo'],
  'package.json': ['scan-repo', hook('PostToolUse')],
};

async function projectWithPipe(file: string) {
  const [cwd, home] = [temporaryFolder({ '.git/HEAD': 'ref: refs/heads/main\n' }), temporaryFolder()];
  const env = cleanEnvironment(home);
  await runCtx(['init'], { cwd, env });
  const path = join(cwd, file);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  execFileSync('mkfifo', [path]);
  return { cwd, env, path };
}

type Project = Awaited<ReturnType<typeof projectWithPipe>>;

/**
 * Beside the tests: whoever waits for the pipe holds up this whole process, and nobody in it could end that. After the time
 * that is patient enough it opens the other end, again and again, and leaves a word that it had to.
 */
const rescuer = `
const fs = require('node:fs');
let waiting;
require('node:readline').createInterface({ input: process.stdin }).on('line', (path) => {
  clearTimeout(waiting);
  if (path === '') return;
  const rescue = () => {
    fs.writeFileSync(path + '.waited-for', '');
    fs.closeSync(fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_NONBLOCK));
    waiting = setTimeout(rescue, 20);
  };
  waiting = setTimeout(rescue, ${patience});
}).on('close', () => process.exit());
`;
let beside: ChildProcessByStdio<Writable, null, null>;
beforeAll(() => {
  beside = spawn(process.execPath, ['-e', rescuer], { stdio: ['pipe', 'ignore', 'inherit'] });
});
afterAll(() => void beside.stdin.end());

/** How it ended, and all that it said. */
async function ended(line: string, { cwd, env, path }: Project) {
  const words = line.split(' ');
  await new Promise((resolve) => beside.stdin.write(`${path}\n`, resolve));
  const clock = clockFrom(env);
  const answer =
    words[0] === 'hook'
      ? { exitCode: 0, stdout: await hookAnswer(words.slice(1), { cwd, env, clock }), stderr: '' }
      : await runCtx([...words, '--output-format', 'json'], { cwd, env, clock });
  beside.stdin.write('\n');
  expect(existsSync(`${path}.waited-for`), 'it waited for the pipe').toBe(false);
  return { code: answer.exitCode, said: answer.stdout + answer.stderr };
}

function hookAnswer(
  words: readonly string[],
  outside: { cwd: string; env: Record<string, string>; clock: Clock },
) {
  const tool = { tool_name: 'Bash', tool_input: { command: 'true' } };
  const value = { session_id: 'one', cwd: outside.cwd, ...tool };
  return answerWherever({ words, input: { state: 'read', value }, ...outside });
}

describe.each(Object.entries(readers))('with a pipe in the place of %s', (file, lines) => {
  it.each(lines)(
    'ctx %s ends',
    async (line) => {
      const { code, said } = await ended(line, await projectWithPipe(file));
      expect(code, said).toSatisfy((exit: unknown) => exit === 0 || exit === 1);
      expect(said).not.toContain('internal_error');
      if (!line.startsWith('hook ') && code === 1) expect(JSON.parse(said)).toHaveProperty('error.code');
    },
    patience * 2,
  );
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends a command that waits for its stdin',
  async (signal) => {
    const { cwd, env } = await projectWithPipe('.context/x');
    const child = spawn(process.execPath, [join(builtFolder(), 'ctx.cjs'), 'task', 'add', '-'], { cwd, env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const closed = new Promise((resolve) => child.on('close', (_, by) => resolve(by)));
    // The first bytes are taken before it waits for more, so it is waiting by the time the pipe is empty again.
    await new Promise((resolve) => child.stdin.write('x'.repeat(1 << 20), resolve));
    child.kill(signal);
    expect(await closed).toBe(signal);
  },
  patience * 2,
);
