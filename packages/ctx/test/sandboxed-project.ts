// A project with secrets, a script that calls tools in it, and what its log says afterwards.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder.js';

export type Fields = Record<string, unknown>;

/** A script that makes these calls, and then says that it is done. */
export function script(...calls: readonly object[]): string {
  const replies = [...calls.map((call) => ({ call: [call] })), { say: 'done' }];
  return JSON.stringify({ model: 'script/1', replies });
}

export const bash = (command: string) => ({ tool: 'bash', input: { command } });

export function project(files: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder({ '.ssh/id_ed25519': 'THE-KEY' });
  return { home, cwd: temporaryFolder({ '.env': 'SECRET=1\n', ...files }), env: { HOME: home } };
}

export function recordsIn(cwd: string, id = 's1'): Fields[] {
  const text = readFileSync(join(cwd, '.context/sessions', `${id}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export const only = (records: readonly Fields[], type: string) =>
  records.filter((one) => one['type'] === type);

export const outputs = (records: readonly Fields[]) =>
  only(records, 'tool.returned').map(({ output }) => output);

export const run = ['run', '--task', 'Go.', '--session-id', 's1'];
