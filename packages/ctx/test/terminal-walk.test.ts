// A run as people see it: on real terminals of two widths, redirected, in a workflow, with a reader that does not read.

import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { builtFolder, runFile } from './built.js';
import { startNode } from './fixture-program.js';
import { temporaryFolder } from './folder.js';
import { scriptOf } from './scripted.js';

const ctx = join(builtFolder(), 'ctx.cjs');
const soon = { timeout: 250_000, interval: 20 };

/** The command ends when the test says so. */
const command = "printf 'one\\ntwo\\n'; until test -e go; do sleep 0.02; done; echo 1 > made.txt";

const replies = [
  {
    say: '## Plan\nI run the **tests** first and read the file `package.json` afterwards, as the task asks; 漢字 count as two.\n\n| step | why |\n| --- | --- |\n| test | to see |',
    call: [
      { tool: 'bash', input: { command } },
      { tool: 'bash', input: { command: 'rm -rf /' } },
    ],
  },
  { say: 'All **done**. ::warning::not a command' },
];

function project() {
  const cwd = temporaryFolder({ 's.yaml': scriptOf(...replies), '.gitignore': 'go\n' });
  const argv = ['run', '--task', 'Look at it.', '--model', 'script:s.yaml', '--session-id', 's'];
  return { cwd, argv: [...argv, '--deny-tool', 'bash(rm:*)', '--max-tokens', '50000'] };
}

function terminal(columns: number, env: Readonly<Record<string, string>> = {}) {
  const { cwd, argv } = project();
  const socket = join(temporaryFolder(), 'tmux');
  const tmux = (...words: string[]) =>
    execFileSync('tmux', ['-u', '-f', '/dev/null', '-S', socket, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: cwd, LANG: 'C.UTF-8' },
    });
  const words = Object.entries({ HOME: temporaryFolder(), ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const line = ['env', ...words, process.execPath, ctx, ...argv].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  // The window stays when the run is over, so that its last state can be looked at.
  const size = ['-x', String(columns), '-y', '40'];
  tmux('new-session', '-d', ...size, '-c', cwd, `${line.join(' ')}; echo "over: $?"; cat`);
  onTestFinished(() => void tmux('kill-server'));
  const screen = () => tmux('capture-pane', '-p').trimEnd().split('\n');
  const until = (text: string) => vi.waitFor(() => expect(screen().join('\n')).toContain(text), soon);
  /** The process of ctx: the shell of the window has no other. */
  const running = () => {
    const shell = tmux('display-message', '-p', '#{pane_pid}').trim();
    return Number(readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim());
  };
  return { cwd, screen, until, tmux, running, go: () => writeFileSync(join(cwd, 'go'), '') };
}

/** Stops a process where it waits in a call of the system, not in the middle of something, and lets it go on after `act`. */
async function stoppedAtRest(pid: number, act: () => void): Promise<void> {
  await vi.waitFor(() => {
    process.kill(pid, 'SIGSTOP');
    try {
      // It says -1 or `running` of a process that was stopped on its way.
      expect(readFileSync(`/proc/${pid}/syscall`, 'utf8')).toMatch(/^\d+ /);
      expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') T ');
    } catch (error) {
      process.kill(pid, 'SIGCONT');
      throw error;
    }
  }, soon);
  act();
  process.kill(pid, 'SIGCONT');
}

/** Without what time changes: the spinner and the seconds. */
const still = (rows: readonly string[]) =>
  rows.map((row) => row.replace(/^[|/\\-] (?=\w)/, '~ ').replace(/\b(\d+m )?\d+s\b/, 'Ns'));

describe('on a terminal', () => {
  it('of 80 columns shows what is said and done while it happens, and only what stays afterwards', async () => {
    const { screen, until, go } = terminal(80);
    // A screen may be seen while it is drawn anew: in the middle of that it is not whole.
    const shows = (rows: readonly string[]) =>
      vi.waitFor(() => expect(still(screen()).slice(1)).toEqual(rows), soon);
    await shows([
      'r1  script:s.yaml',
      '> Look at it.',
      'Plan',
      'I run the tests first and read the file package.json afterwards, as the task',
      'asks; 漢字 count as two.',
      '',
      'step │ why',
      '─────┼───────',
      'test │ to see',
      "~ bash Ns  printf 'one\\ntwo\\n'; until test -e go; do sleep 0.02; done; echo 1 …",
      '  one',
      '  two',
      '~ 0 of 50,000 tokens, $0',
    ]);
    go();
    await until('over: 0');
    const rows = still(screen());
    expect(rows.slice(10, 19).map((row) => row.replace(/ ?\(Ns\)$/, ''))).toEqual([
      "* bash printf 'one\\ntwo\\n'; until test -e go; do sleep 0.02; done; echo 1 >",
      '  made.txt',
      '  one',
      '  two',
      '  1 file changed: made.txt (added)',
      'x bash rm -rf / denied: the rule bash(rm:*) denies it',
      'All done. ::warning::not a command',
      'completed 2 model calls, 1 tool call, 0 tokens, $0',
      '',
    ]);
    expect(rows.join('\n')).not.toContain('~ ');
    expect(rows.join('\n').match(/model call/g)).toHaveLength(1);
  });

  it('of 140 columns uses them', async () => {
    const { screen, until, go } = terminal(140);
    await vi.waitFor(() => {
      const rows = still(screen());
      expect(rows).toContain(
        'I run the tests first and read the file package.json afterwards, as the task asks; 漢字 count as two.',
      );
      expect(rows).toContain(`~ bash Ns  ${command.replaceAll('\n', '\\n')}`);
    }, soon);
    go();
    await until('over: 0');
  });

  it('that becomes narrower meanwhile keeps nothing of what was drawn before', async () => {
    const { screen, until, go, tmux, running } = terminal(100);
    await until('  two');
    await stoppedAtRest(running(), () => tmux('resize-window', '-x', '60', '-y', '40'));
    await vi.waitFor(
      () => expect(Math.max(...screen().map((row) => row.length))).toBeLessThanOrEqual(60),
      soon,
    );
    go();
    await until('over: 0');
    const rows = still(screen()).join('\n');
    expect(rows).not.toContain('~ ');
    expect(rows.match(/completed/g)).toHaveLength(1);
  });

  it('with NO_COLOR is drawn without colours, and without moves where it cannot move', async () => {
    const plain = terminal(80, { NO_COLOR: '1' });
    await plain.until('  two');
    const coloured = plain.tmux('capture-pane', '-p', '-e');
    expect(coloured).not.toContain('\u001b[');
    plain.go();
    await plain.until('over: 0');
    const dumb = terminal(80, { TERM: 'dumb' });
    await dumb.until('bash: printf');
    dumb.go();
    await dumb.until('over: 0');
    expect(dumb.screen().join('\n')).toContain('turn 1 completed: 2 model calls, 1 tool call, 0 tokens, $0');
  });
});

const lines = [
  'turn 1: Look at it.',
  'model: 0 tokens, $0: ## Plan…',
  `bash: ${command}`,
  '1 file changed: made.txt (added)',
  'bash done, 2 lines',
  'bash rm -rf / denied: the rule bash(rm:*) denies it',
  'model: 0 tokens, $0: All **done**. ::warning::not a command',
  'turn 1 completed: 2 model calls, 1 tool call, 0 tokens, $0',
];

function started(env: Readonly<Record<string, string>> = {}, more: readonly string[] = []) {
  const { cwd, argv } = project();
  return {
    cwd,
    ...startNode([ctx, ...argv, ...more], { cwd, env: { PATH: process.env['PATH'] ?? '', ...env } }),
  };
}

describe('redirected', () => {
  it('is one plain line an event, as it happens; the answer is on stdout', async () => {
    const { cwd, answer, stderr } = started();
    await vi.waitFor(() => expect(stderr()).toContain('bash: printf'), soon);
    writeFileSync(join(cwd, 'go'), '');
    const { stdout, stderr: said, exitCode } = await answer;
    expect(exitCode).toBe(0);
    expect(
      said
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/ in \d+s/, '')),
    ).toEqual(['run r1: script:s.yaml', ...lines]);
    expect(stdout).toMatch(/^r1 {2}completed\nAll \*\*done\*\*\. ::warning::not a command\n/);
  });

  it('is silent with --progress none', async () => {
    const { cwd, answer } = started({}, ['--progress', 'none']);
    writeFileSync(join(cwd, 'go'), '');
    expect(await answer).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('in a workflow on GitHub is a group a run with a summary, and nobody else gives commands', async () => {
    const summary = join(temporaryFolder({ 'summary.md': '' }), 'summary.md');
    const { cwd, answer } = started({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary });
    writeFileSync(join(cwd, 'go'), '');
    const { stdout, stderr } = await answer;
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/ in \d+s/, '')),
    ).toEqual(['::group::run r1: script:s.yaml', ...lines, '::endgroup::']);
    expect(`${stdout}${stderr}`.match(/^\s*::/gm)).toHaveLength(2);
    expect(readFileSync(summary, 'utf8')).toBe(
      '### ctx: session `s`\n\n| run | model | result | calls | tokens | cost |\n| --- | --- | --- | --- | --- | --- |\n| `r1` | `script:s.yaml` | completed | 2 model calls, 1 tool call | 0 tokens | $0 |\n\nDenied:\n\n- `bash rm -rf /` by `bash(rm:*)`\n\nFiles changed by commands:\n\n- `made.txt` added\n\n',
    );
  });
});

it('a reader of the progress that never reads, or has gone, holds nothing up', async () => {
  const call = { tool: 'read', input: { path: 'x'.repeat(200) } };
  const many = Array.from({ length: 8 }, () => ({ call: Array.from({ length: 50 }, () => call) }));
  const cwd = temporaryFolder({ 's.yaml': scriptOf(...many, { say: 'Done.' }) });
  const pipe = join(cwd, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  const run = `${process.execPath} ${ctx} run --task Go. --model script:s.yaml`;
  const env = { PATH: process.env['PATH'] ?? '' };
  const script = `${run} 2> pipe && ${run} 2>&- && ${run} 2> >(true)`;
  const { exitCode, stdout } = await runFile('bash', ['-c', script], { cwd, env });
  expect(exitCode).toBe(0);
  expect(stdout.match(/^Done\.$/gm)).toHaveLength(3);
});

it('a socket that nobody reads holds no run up; an answer in the making waits for its reader, whole', async () => {
  const call = { tool: 'read', input: { path: 'x'.repeat(200) } };
  const many = Array.from({ length: 20 }, () => ({ call: Array.from({ length: 50 }, () => call) }));
  const cwd = temporaryFolder({ 's.yaml': scriptOf(...many, { say: 'Done.' }) });
  const argv = [ctx, 'run', '--task', 'Go.', '--model', 'script:s.yaml', '--session-id'];
  // Node gives its children sockets.
  const start = (...more: string[]) =>
    spawn(process.execPath, [...argv, ...more], { cwd, env: { PATH: process.env['PATH'] ?? '' } });
  const ended = (child: ReturnType<typeof start>) => new Promise((resolve) => child.on('exit', resolve));
  expect(await ended(start('watched'))).toBe(0);

  const streaming = start('streamed', '--output-format', 'stream-json');
  const end = ended(streaming);
  const log = () => readFileSync(join(cwd, '.context/sessions/streamed.jsonl'), 'utf8');
  await vi.waitFor(() => expect(log()).toContain('"type":"run.closed"'), soon);
  let text = '';
  streaming.stdout.on('data', (piece) => {
    text += piece;
  });
  expect(await end).toBe(0);
  const types = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).type);
  expect(text.length).toBeGreaterThan(1_000_000);
  expect(types.filter(Boolean).length).toBeGreaterThanOrEqual(log().trimEnd().split('\n').length);
});
