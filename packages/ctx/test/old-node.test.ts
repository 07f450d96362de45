// A Node that is too old, and places where nothing may be written: one clear sentence, and exit code 1.

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, copyProgram, runFile, runNode } from './built.js';
import { temporaryFolder } from './folder.js';

/** Node itself, saying that it is older; `old-node.hosts.test.ts` starts a real one. */
function pretending(version: string): string[] {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
Object.defineProperty(process, 'version', { value: 'v${version}' });`;
  return ['--require', join(temporaryFolder({ 'old.cjs': code }), 'old.cjs')];
}

describe.each([
  ['ctx', 'ctx.cjs'],
  ['ctx', 'hook.cjs'],
  ['ctxctl', 'ctxctl.cjs'],
  ['ctxctl', 'relay.cjs'],
] as const)('%s/%s', (program, file) => {
  const start = join(builtFolder(program), file);

  it.each(['18.20.8', '20.18.3', '16.20.2'])('says what it needs on Node %s', async (version) => {
    const { exitCode, stdout, stderr } = await runNode([...pretending(version), start, '--version']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(`^This is Node.js v${version} \\(.*\\), and ctx needs 20.19 or later\\.$`),
      expect.stringContaining('Install a newer one'),
      '',
    ]);
  });
});

it('starts on every Node that it promises', async () => {
  const start = join(builtFolder(), 'ctx.cjs');
  for (const version of ['20.19.0', '22.0.0', '24.1.0', '100.0.0'])
    expect(await runNode([...pretending(version), start, '--version'])).toMatchObject({ exitCode: 0 });
});

it('says no for a hook that guards, on a Node that cannot judge', async () => {
  const hook = (...words: string[]) =>
    runNode([...pretending('18.20.8'), join(builtFolder(), 'hook.cjs'), ...words]);
  for (const [host, event] of [
    ['claude-code', 'PreToolUse'],
    ['gemini', 'BeforeTool'],
    ['copilot', 'preToolUse'],
  ] as const)
    expect(await hook(host, event)).toMatchObject({ exitCode: 2 });
  expect(await hook('claude-code', 'Stop')).toMatchObject({ exitCode: 1 });
});

describe('somebody without a home, in a folder where they may not write', () => {
  /** As a user who owns nothing here, with a folder in the PATH that they may not look into. */
  async function asNobody(line: string) {
    const place = temporaryFolder({ 'project/session.yaml': 'runs: []\n', 'closed/bin/x': '' });
    chmodSync(join(place, 'closed'), 0o700);
    chmodSync(place, 0o755);
    const program = join(place, 'program');
    copyProgram(program);
    const words = ['--reuid', '65534', '--regid', '65534', '--clear-groups', process.execPath];
    const path = `${join(place, 'closed/bin')}:${process.env['PATH']}`;
    const env = { HOME: '', PATH: path };
    const asked = [join(program, 'ctx.cjs'), ...line.split(' ')];
    return runFile('setpriv', [...words, ...asked], { cwd: join(place, 'project'), env });
  }

  it.each(['--version', 'help', 'models', 'list-sessions', 'docs policy'])('ctx %s works', async (line) => {
    expect(await asNobody(line)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each([
    ['init', 'cannot be written: permission denied.'],
    ['schema script --out a/b.json', 'cannot be written: permission denied.'],
    ['pad add note', 'ctx init'],
  ])('ctx %s ends with 1 and says why', async (line, why) => {
    const { exitCode, stderr } = await asNobody(line);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(why);
    expect(stderr).not.toContain('this is a bug');
  });
});
