// A project in which an agent works behind the recording proxy, and what that agent can be told to do.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ctxAcp, ctxAcpHere, type Started } from './acp-client.js';
import { temporaryFolder } from './folder.js';
import { jsonOf } from './scripted.js';
import { recordsOf } from './session-files.js';

const agent = join(import.meta.dirname, 'pretend-acp-agent.cjs');
export const behind = ['--', process.execPath, agent];

export function project() {
  const home = temporaryFolder();
  const cwd = temporaryFolder({ 'a.txt': 'old\n' });
  const env = { PATH: process.env['PATH'], HOME: home };
  const logs = () => {
    const folder = join(home, '.local/state/ctx/projects', cwd, '.sessions');
    return existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => join(folder, name))
      : [];
  };
  const records = () => logs().flatMap((log) => recordsOf(log));
  return {
    cwd,
    home,
    logs,
    records,
    types: () => records().map(({ type }) => type),
    findings: () => records().flatMap((one) => (one.type === 'finding' ? [one.code] : [])),
    json: (...argv: string[]) => jsonOf(argv, { cwd, env }),
    async verified() {
      for (const log of logs())
        expect(await jsonOf(['verify', log], { cwd, env })).toMatchObject({ exit_code: 0 });
    },
    start: (words: readonly string[], more: Partial<Started> = {}) =>
      ctxAcpHere([...words, ...behind], { cwd, home, ...more }),
    /** As editors start it. */
    startBuilt: (words: readonly string[], more: Partial<Started> = {}) =>
      ctxAcp([...words, ...behind], { cwd, home, ...more }),
  };
}

export const options = [
  { optionId: 'go', name: 'Allow', kind: 'allow_once' },
  { optionId: 'stop-it', name: 'Reject', kind: 'reject_once' },
];
export const call = (id: string, command: string) => ({
  toolCallId: id,
  title: command,
  kind: 'execute',
  rawInput: { command },
});
export const permission = (id: string, command: string, offered: readonly unknown[] = options) => ({
  ask: 'session/request_permission',
  with: { toolCall: call(id, command), options: offered },
});
export const update = (id: string, status: string, more: object = {}) => ({
  update: { sessionUpdate: 'tool_call_update', toolCallId: id, status, ...more },
});
export const begun = (id: string, command: string, status = 'in_progress') => ({
  update: { sessionUpdate: 'tool_call', ...call(id, command), status },
});
export const steps = (...all: readonly unknown[]) => JSON.stringify(all);
