// Codex with its own sandbox inside of ours, where that works: a probe says so. As root it does not, and ours holds alone.

import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { copyProgram } from '../built.js';
import { modelOf, prompt } from './driven-hosts.js';
import { type HostPrograms, hostPrograms } from './hosts-on-disk.js';
import { drivenHosts } from './six-hosts.js';

let programs: HostPrograms;
beforeAll(async () => {
  programs = await hostPrograms();
}, 300_000);

const amRoot = process.getuid?.() === 0;
const other = 54_321;
const asOther = ['--reuid', String(other), '--regid', String(other), '--clear-groups', '--inh-caps=-all'];

/** What the command of a driven Codex could write: below the workspace, and in Codex's own folder. */
async function written(
  who: 'root' | 'user',
  rules: object = {},
): Promise<{ inside: boolean; settings: boolean; answer: string }> {
  const codex = drivenHosts.find(({ name }) => name === 'codex');
  if (codex === undefined) throw new TypeError('Codex is one of the hosts');
  // Codex makes no sandbox for a home below a folder of temporary files.
  const home = realpathSync(mkdtempSync(join(amRoot ? '/home' : homedir(), 'ctx-nested-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const [root, bin] = [join(home, 'project'), join(home, 'bin')];
  for (const folder of [root, bin]) mkdirSync(folder);
  const words = programs.codex.map((word) => `'${word}'`).join(' ');
  writeFileSync(join(bin, 'codex'), `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(join(bin, 'codex'), 0o755);
  const { url } = await modelOf([
    codex.shell('touch "$HOME/.codex/planted" 2> refused.txt; touch inside.txt'),
  ]);
  const env: Record<string, string> = {
    HOME: home,
    PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
    LANG: 'C.UTF-8',
  };
  codex.prepare({ home, root, env }, url, []);
  const program = programs.codex.at(-1) ?? '';
  const modules = realpathSync(
    program.slice(0, program.lastIndexOf('/node_modules/') + '/node_modules'.length),
  );
  const runs = [{ run_id: 'r1', task: prompt }];
  const config = { session_id: 's', agent: 'codex', sandbox: { read: [modules, bin], ...rules }, runs };
  writeFileSync(join(root, 'session.yaml'), JSON.stringify(config));
  copyProgram(join(home, 'ctx'));
  if (amRoot && who === 'user') spawnSync('chown', ['-R', `${other}:${other}`, home]);
  const argv = [
    process.execPath,
    join(home, 'ctx', 'ctx.cjs'),
    'run',
    'session.yaml',
    '--output-format',
    'json',
  ];
  const [file = '', ...rest] = amRoot && who === 'user' ? ['setpriv', ...asOther, ...argv] : argv;
  const { stdout } = await promisify(execFile)(file, rest, { cwd: root, env }).catch((error) => error);
  return {
    inside: existsSync(join(root, 'inside.txt')),
    settings: existsSync(join(home, '.codex', 'planted')),
    answer: stdout,
  };
}

it('keeps commands of Codex from its own folder as well, where its sandbox works inside of ours', async () => {
  const { inside, settings, answer } = await written('user');
  expect(JSON.parse(answer)).toMatchObject({ exit_code: 0, data: { totals: { tool_calls: 1 } } });
  expect({ inside, settings }).toEqual({ inside: true, settings: false });
});

it('drives Codex in our sandbox alone as root, who may make no other inside of it, and where nobody wants that', async () => {
  const { inside, settings, answer } = await (amRoot ? written('root') : written('user', { nested: false }));
  expect(JSON.parse(answer)).toMatchObject({ exit_code: 0, data: { totals: { tool_calls: 1 } } });
  expect({ inside, settings }).toEqual({ inside: true, settings: true });
});
