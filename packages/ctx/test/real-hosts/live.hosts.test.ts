// `ctx hooks verify --live` with the six hosts themselves: a deny holds, also in their subagents, context arrives, the session is
// captured; with hooks of the user and with those that a team shares, which name ctx-hook and no path.

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { absentWords } from '../../src/hosts/portable.js';
import { builtFolder, runBuilt } from '../built.js';
import { temporaryFolder } from '../folder.js';
import { claudeCodeProject } from './claude-code-project.js';
import { type HostPrograms, hostPrograms } from './hosts-on-disk.js';
import { scriptedModelServer } from './scripted-model-server.js';
import { drivenHosts } from './six-hosts.js';

let programs: HostPrograms;
beforeAll(async () => {
  programs = await hostPrograms();
}, 300_000);

/** A home, a project and nothing on the PATH but the system's own programs and `ctx-hook`. */
function machine() {
  const home = temporaryFolder();
  const [cwd, bin, temporary] = ['project', 'bin', 'tmp'].map((name) => join(home, name));
  for (const folder of [cwd, bin, temporary]) mkdirSync(folder ?? '');
  symlinkSync(join(builtFolder(), 'hook.cjs'), join(bin ?? '', 'ctx-hook'));
  const PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  return { cwd: cwd ?? '', temporary: temporary ?? '', env: { HOME: home, TMPDIR: temporary ?? '', PATH } };
}

describe.each(drivenHosts.map(({ name, program }) => [name, program] as const))('%s', (name, program) => {
  it.each(['user', 'project'])(
    'holds what it is told by hooks of the %s, and in a subagent',
    async (scope) => {
      const { cwd, temporary, env } = machine();
      const file = programs[program].at(-1) ?? '';
      const argv = ['hooks', 'verify', '--live', '--host', name, '--program', file, '--scope', scope];
      const { stdout, exitCode } = await runBuilt('ctx', [...argv, '--output-format', 'json'], { cwd, env });
      const { data, error } = JSON.parse(stdout);
      const checks = ['started', 'context', 'deny', 'subagent', 'capture'];
      expect({ exitCode, error, live: data?.live }).toMatchObject({
        exitCode: 0,
        error: undefined,
        live: [{ host: name, scope, checks: checks.map((check) => ({ check, state: 'held' })) }],
      });
      expect(readdirSync(temporary)).toEqual([]);
    },
  );
});

it('goes on where hooks of a project name a program that is missing, and says so in one line', async () => {
  const prompt = 'Please say hello to the hare';
  const server = await scriptedModelServer(prompt, [], 'Hello.');
  const project = await claudeCodeProject(server.url);
  await project.ctx('init', '--hooks', '--host', 'claude-code', '--scope', 'project');
  project.env['PATH'] = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  writeFileSync(
    join(project.home, '.claude.json'),
    JSON.stringify({ projects: { [project.root]: { hasTrustDialogAccepted: true } } }),
  );
  const words = ['-p', prompt, '--output-format', 'stream-json', '--verbose', '--include-hook-events'];
  const { stdout, exitCode } = await project.run(programs.claude, words);
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Hello.') });
  expect(stdout).toContain(absentWords);
});
