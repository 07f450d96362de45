// acpx, a client of ACP that others wrote; it needs a newer Node than ctx does.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type Answer, cleanEnvironment } from '../built.js';
import { installedFromNpm } from './installed-from-npm.js';

const platformNode = `node-${process.platform}-${process.arch}`;

/** The words that start it. */
export async function acpxProgram(): Promise<[string, ...string[]]> {
  const modules = await installedFromNpm(['acpx@0.19.1', `${platformNode}@22`]);
  const node = process.platform === 'win32' ? 'node.exe' : 'node';
  return [join(modules, platformNode, 'bin', node), join(modules, 'acpx/dist/cli.js')];
}

export interface AcpxCall {
  readonly cwd: string;
  readonly home: string;
  /** The agent's command line. */
  readonly agent: readonly string[];
  readonly approve: 'approve-all' | 'deny-all';
  readonly prompt: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** One prompt; every message that went over the wire is a line of stdout. */
export async function acpx({ cwd, home, agent, approve, prompt, env }: AcpxCall): Promise<Answer> {
  const [node, ...argv] = await acpxProgram();
  const line = agent.map((word) => (/^[\w./:@=-]+$/.test(word) ? word : `'${word}'`)).join(' ');
  const words = ['--cwd', cwd, '--agent', line, `--${approve}`, '--format', 'json', 'exec', prompt];
  return new Promise((resolve) => {
    const child = execFile(
      node,
      [...argv, ...words],
      { cwd, env: cleanEnvironment(home, env), maxBuffer: 1 << 26 },
      (error, stdout, stderr) =>
        resolve({ exitCode: error === null ? 0 : (error.code ?? null), stdout, stderr }),
    );
    child.stdin?.end();
  });
}
