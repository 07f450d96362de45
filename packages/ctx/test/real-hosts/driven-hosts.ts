// Our own loop and the six hosts themselves, each with a home, a project and a model on loopback.

import { chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { startModelServer } from '../../src/live/model-server.js';
import type { ToolCall } from '../../src/live/wires/wire.js';
import { runBuilt } from '../built.js';
import { temporaryFolder } from '../folder.js';
import { type HostPrograms, hostPrograms } from './hosts-on-disk.js';
import { type DrivenHost, drivenHosts } from './six-hosts.js';

export const prompt = 'Please feed the tortoise';

let programs: HostPrograms;

/** Before any of them is started. */
export function withHosts(): void {
  beforeAll(async () => {
    programs = await hostPrograms();
  }, 300_000);
}

/** Who does the runs of a config. */
export interface Worker {
  readonly name: string;
  shell(command: string): ToolCall;
  /** A home and a project for it, led to the model at this address. */
  project(url: string): Project;
}

export interface Project {
  readonly root: string;
  readonly env: Record<string, string>;
  ctx(...argv: string[]): ReturnType<typeof runBuilt>;
  run(
    config: object,
    ...argv: string[]
  ): Promise<{ readonly exit_code: number; readonly [name: string]: unknown }>;
}

/** A home with the host in its PATH. */
function hostProject(host: DrivenHost, url: string): Project {
  const { home, root, bin, env } = emptyHome();
  const words = programs[host.program].map((word) => `'${word}'`).join(' ');
  const program = join(bin, host.program === 'claude' ? 'claude' : host.program);
  writeFileSync(program, `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(program, 0o755);
  host.prepare({ home, root, env }, url, []);
  delete env['COPILOT_ALLOW_ALL'];
  const model = host.name === 'gemini' ? { model: 'gemini-2.5-flash' } : {};
  return projectOf(root, env, { agent: host.name, ...model, sandbox: { read: [modulesOf(host)] } });
}

/** Our own loop needs no program, only its model. */
function ownProject(url: string): Project {
  const { root, env } = emptyHome();
  return projectOf(root, env, { agent: 'ctx', model: 'openai-compatible/scripted', base_url: `${url}/v1` });
}

function emptyHome() {
  const home = temporaryFolder();
  const root = join(home, 'project');
  const bin = join(home, 'bin');
  for (const folder of [root, bin]) mkdirSync(folder);
  const env: Record<string, string> = {
    HOME: home,
    PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
    LANG: 'C.UTF-8',
  };
  return { home, root, bin, env };
}

function projectOf(root: string, env: Record<string, string>, own: object): Project {
  const ctx = (...argv: string[]) => runBuilt('ctx', argv, { cwd: root, env });
  return {
    root,
    env,
    ctx,
    async run(config, ...argv) {
      const runs = [{ run_id: 'r1', task: prompt }];
      writeFileSync(join(root, 'session.yaml'), JSON.stringify({ session_id: 's', ...own, runs, ...config }));
      const { stdout } = await ctx('run', 'session.yaml', ...argv, '--output-format', 'json');
      return JSON.parse(stdout);
    },
  };
}

/** What npm installed of it: no folder that ctx would show by itself. */
function modulesOf({ program }: DrivenHost): string {
  const file = programs[program].at(-1) ?? '';
  return realpathSync(file.slice(0, file.lastIndexOf('/node_modules/') + '/node_modules'.length));
}

/** Plays the calls one after the other, and then says that it is done. */
export async function modelOf(steps: readonly ToolCall[], hold?: Promise<unknown>) {
  let next = 0;
  const server = await startModelServer((asked, request) => {
    const step = steps[next];
    if (!request.includes(prompt) || step === undefined || asked.results < next)
      return { text: 'It is fed.' };
    if (!asked.tools.some(({ name }) => name === step.name)) return { text: 'It is fed.' };
    next += 1;
    return { call: step, text: '' };
  });
  onTestFinished(() => server.close());
  await hold;
  return server;
}

export async function verified(project: Project): Promise<void> {
  const { stdout } = await project.ctx('verify', 's', '--output-format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ exit_code: 0, data: { verdict: 'pass' } });
  const replayed = await project.ctx('replay', 's', '--output-format', 'json');
  expect(JSON.parse(replayed.stdout)).toMatchObject({ exit_code: 0, data: { identical: true } });
}

/** They do not go on after a call that was denied when they asked, whatever the policy wants. */
export const endsAtDenial = new Set(['qwen']);

export const ownLoop: Worker = {
  name: 'ctx',
  shell: (command) => ({ name: 'bash', input: { command } }),
  project: ownProject,
};

export const hosts = drivenHosts.map(
  (host): Worker => ({
    name: host.name,
    shell: (command) => host.shell(command),
    project: (url) => hostProject(host, url),
  }),
);
