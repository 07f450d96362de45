// A mistyped command, flag, model, agent, id or file leads to the right one in one line.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { meantCommand, meantName } from '../src/cli/meanings.js';
import { resolveCommand } from '../src/cli/resolve.js';
import { commands } from '../src/commands/index.js';
import { temporaryFolder } from './folder.js';
import { ctxProgram, runCtx, runIn } from './in-process.js';

/** A project with one of everything that can be meant. */
function project(): string {
  return temporaryFolder({
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.context/config.yaml': '',
    '.context/sessions/first-run.jsonl': '',
    '.context/fleets/nightly.fleet.jsonl': '',
    'session.yaml': 'model: script:./a.yaml\nruns: [{ run_id: r1, task: Go. }]\n',
    'policy.yaml': 'deny: []\n',
    'packages/a': '',
  });
}

const meant: readonly (readonly [line: string, right: string])[] = [
  ['sessions', 'ctx list-sessions'],
  ['session list', 'ctx list-sessions'],
  ['ls', 'ctx list-sessions'],
  ['history', 'ctx list-sessions'],
  ['list', 'ctx list-sessions'],
  ['reprot', 'ctx report'],
  ['scan', 'ctx scan-repo'],
  ['verfy', 'ctx verify'],
  ['dashboard', 'ctx ui --open'],
  ['continue', 'ctx resume'],
  ['setup', 'ctx init'],
  ['hooks install', 'ctx init --hooks'],
  ['pad ad', 'ctx pad add'],
  ['update', 'ctx docs install'],
  ['uninstall', 'ctx docs install'],
  ['help upgrade', 'ctx help docs'],
  ['help sessions', 'ctx help list-sessions'],
  ['help doctr', 'ctx help doctor'],
  ['list-sessions --output json', '--output-format json'],
  ['list-sessions --output=json', '--output-format json'],
  ['list-sessions --format jsonl', '--output-format stream-json'],
  ['list-sessions -o json', '--output-format json'],
  ['list-sessions --outputformat json', '--output-format'],
  ['--output json list-sessions', '--output-format json'],
  ['report --last --output page', '--out'],
  ['run session.yaml --prompt x', '--task'],
  ['run session.yaml --allowedTools bash', '--allow-tool'],
  ['run session.yaml --max-budget-usd 1', '--max-usd'],
  ['run session.yaml --timeout 10', '--timeout-seconds'],
  ['run session.yaml --modle x', '--model'],
  ['run session.yaml --verbose', '--progress plain'],
  ['list-sessions --limti 3', '--limit'],
  ['-v', '--version'],
  ['--verson', '--version'],
  ['run session.yaml --profile readonly', 'read-only'],
  ['list-sessions --output-format jsn', 'json'],
  ['run sesion.yaml', 'session.yaml'],
  ['run ./sesion.yaml', 'session.yaml'],
  ['replay first-run --policy polcy.yaml', 'policy.yaml'],
  ['scan-repo pakages', 'packages'],
  ['load-session frist-run', 'first-run'],
  ['verify first-rum', 'first-run'],
  ['report fist-run', 'first-run'],
  ['resume first_run --task x', 'first-run'],
  ['verify .context/sessions/fist-run.jsonl', '.context/sessions/first-run.jsonl'],
  ['fleet status nigthly', 'nightly'],
  ['fleet resume nightlyy', 'nightly'],
  ['import claude', 'claude-code'],
  ['import codx', 'codex'],
  ['run session.yaml --agent claude', 'claude-code'],
  ['show-tool baash', 'bash'],
  ['completion bsh', 'bash'],
  ['schema sesion-config', 'ctx schema session-config'],
  ['init --hooks --host claude', 'claude-code'],
];

describe('a line that nearly says it', () => {
  it.each(meant)('ctx %s leads to %s', async (line, right) => {
    const env = { HOME: temporaryFolder(), PATH: '' };
    const { exitCode, stdout, stderr } = await runCtx(line.split(' '), { cwd: project(), env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    const hints = stderr.split('\n').filter((text) => text.includes('Did you mean'));
    expect(hints).toEqual([expect.stringContaining(`Did you mean \`${right}\`?`)]);
  });

  it.each([
    ['claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'],
    ['anthropic/claude-sonet-4-5', 'anthropic/claude-sonnet-4-5'],
  ])('--model %s names %s', async (model, right) => {
    const env = { HOME: temporaryFolder(), PATH: '' };
    const { exitCode, stderr } = await runCtx(['run', '-p', 'Do it.', '--model', model], {
      cwd: project(),
      env,
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(right);
  });

  it('leads nowhere where nothing is near, and says where to look', async () => {
    const cwd = project();
    expect((await runCtx(['zzzzzz'], { cwd })).stderr).toContain('ctx help');
    expect((await runCtx(['verify', 'zzzzzz'], { cwd })).stderr).toContain('ctx list-sessions');
    expect((await runCtx(['run', 'zzzzzz.yaml'], { cwd })).stderr).not.toContain('Did you mean');
    expect((await runCtx(['import', 'zzzzzz'], { cwd })).stderr).toContain('Agents: claude-code, codex,');
  });

  it('repeats no name of a stranger that could steer a terminal or end the sentence', async () => {
    const odd = temporaryFolder();
    writeFileSync(join(odd, 'sessio\u001b[2Jn.yaml'), '');
    writeFileSync(join(odd, 'session`.yaml'), '');
    const { stderr } = await runCtx(['run', 'session.yaml'], { cwd: odd });
    expect(stderr).not.toContain('Did you mean');
  });
});

it('every word of the table of meanings leads to a command that there is', () => {
  const names = Object.keys(commands);
  const typed = [
    'sessions',
    'hooks install',
    'dashboard',
    'note',
    'todo',
    'logs',
    'rm',
    'skills',
    'undo',
    'update',
  ];
  for (const word of typed) {
    const name = meantName(word, 'ctx') ?? '';
    expect([word, names.includes(name)]).toEqual([word, true]);
    expect(resolveCommand(name.split(' '), names)).not.toHaveProperty('failure');
    expect(meantCommand(word, 'ctxctl')).toBeUndefined();
  }
});

it('a file that is not there is told the same in an empty folder and in one that is gone', async () => {
  const { exitCode, stderr } = await runIn(ctxProgram(), ['run', '/nowhere/at/all.yaml']);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('There is no file /nowhere/at/all.yaml.');
});
