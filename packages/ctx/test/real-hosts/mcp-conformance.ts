// The official conformance suite of the Model Context Protocol, which needs a newer Node than ctx does.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { installedFromNpm } from './installed-from-npm.js';

const suite = '@modelcontextprotocol/conformance';
const platformNode = `node-${process.platform}-${process.arch}`;

export interface Checked {
  readonly passed: boolean;
  readonly said: string;
}

/** The words that start it. */
export async function conformanceProgram(): Promise<[string, ...string[]]> {
  const modules = await installedFromNpm([`${suite}@0.1.16`, `${platformNode}@22`]);
  const node = process.platform === 'win32' ? 'node.exe' : 'node';
  return [join(modules, platformNode, 'bin', node), join(modules, suite, 'dist/index.js')];
}

/** One scenario; `words` say what is tested. */
export async function conformance(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Checked> {
  const [node, ...argv] = await conformanceProgram();
  const options = { env: { PATH: process.env['PATH'] ?? '', ...env }, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    execFile(node, [...argv, ...words], options, (error, stdout, stderr) =>
      resolve({ passed: error === null, said: `${stdout}\n${stderr}` }),
    );
  });
}
