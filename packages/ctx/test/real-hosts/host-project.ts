// A person's home and a project with a memory, in which a real host works: what it shows, what it starts, what it writes.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Answer, cleanEnvironment, runBuilt } from '../built.js';
import { temporaryFolder } from '../folder.js';

export interface HostProject {
  readonly home: string;
  readonly root: string;
  readonly env: Record<string, string>;
  ctx(...argv: string[]): Promise<Answer>;
  /** Every process of ours that the host started, by its event, in order. */
  hooksStarted(): string[];
  has(file: string): boolean;
  run(program: readonly string[], argv: readonly string[]): Promise<Answer>;
  start(program: readonly string[], argv: readonly string[]): ChildProcess;
  /** The text of every file below a folder of the home. */
  filesBelow(folder: string): string;
}

export async function hostProject(): Promise<HostProject> {
  const home = temporaryFolder();
  const root = join(home, 'project');
  mkdirSync(root);
  const counter = join(home, 'count-hooks.cjs');
  const started = join(home, 'hooks-started');
  // Nobody but the process itself knows that it was started; this is not part of what is tested.
  writeFileSync(
    counter,
    `if (/hook\\.cjs$/.test(process.argv[1])) require('fs').appendFileSync(${JSON.stringify(started)}, process.argv[3] + '\\n');`,
  );
  const env = { ...cleanEnvironment(home), NODE_OPTIONS: `--require ${counter}` };
  const start = ([file = '', ...words]: readonly string[], argv: readonly string[]) => {
    // A group of its own: hosts start processes that outlive their launcher.
    const child = spawn(file, [...words, ...argv], { cwd: root, env, detached: true });
    const closed = new Promise((resolve) => child.once('close', resolve));
    onTestFinished(async () => {
      killGroup(child.pid);
      await closed;
    });
    return child;
  };
  const project: HostProject = {
    home,
    root,
    env,
    ctx: (...argv) => runBuilt('ctx', argv, { cwd: root, env: { HOME: home } }),
    hooksStarted: () => (existsSync(started) ? readFileSync(started, 'utf8').trim().split('\n') : []),
    has: (file) => existsSync(join(root, file)),
    start,
    run: (program, argv) =>
      new Promise((resolve) => {
        const child = start(program, argv);
        let stdout = '';
        let stderr = '';
        child.stdout?.setEncoding('utf8').on('data', (chunk) => {
          stdout += chunk;
        });
        child.stderr?.setEncoding('utf8').on('data', (chunk) => {
          stderr += chunk;
        });
        child.stdin?.end();
        child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
      }),
    filesBelow: (folder) => textBelow(join(home, folder)),
  };
  await project.ctx('init');
  return project;
}

function textBelow(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

function killGroup(pid: number | undefined) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // They have all ended by themselves.
  }
}
