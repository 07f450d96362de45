// A project that an editor opens with ctx as its agent, and what the tests of it share.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ctxAcp, ctxAcpHere, type Started } from './acp-client.js';
import { temporaryFolder } from './folder.js';
import { jsonOf, scriptOf } from './scripted.js';
import { recordsOf } from './session-files.js';

export const bash = (command: string) => ({ call: [{ tool: 'bash', input: { command } }] });
export const write = { call: [{ tool: 'write', input: { path: 'a.txt', content: 'new\n' } }] };

export function project(files: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  const cwd = temporaryFolder({
    'a.txt': 'old\n',
    's.yaml': scriptOf({ say: 'Writing.', ...write }, { say: 'Done.' }),
    'talk.yaml': scriptOf({ say: 'Only words.' }),
    'long.yaml': scriptOf(bash('echo begun > begun; sleep 1000'), { say: 'Waited.' }),
    ...files,
  });
  const folder = join(cwd, '.context/sessions');
  const env = { PATH: process.env['PATH'], HOME: home };
  return {
    cwd,
    home,
    logs: () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : []),
    records: (id: string) => recordsOf(join(folder, `${id}.jsonl`)),
    json: (...argv: string[]) => jsonOf(argv, { cwd, env }),
    start: (words: readonly string[], more: Partial<Started> = {}) =>
      ctxAcpHere(words, { cwd, home, ...more }),
    /** As editors start it. */
    startBuilt: (words: readonly string[], more: Partial<Started> = {}) =>
      ctxAcp(words, { cwd, home, ...more }),
  };
}

export const model = (name: string) => ['--model', `script:${name}.yaml`];

export async function failure(
  work: Promise<unknown>,
): Promise<{ code: number; data: unknown; message: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'number')
      return { code: error.code, message: error.message, data: 'data' in error ? error.data : undefined };
    throw error;
  }
  throw new Error('it did not fail');
}
