import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { mcpFile } from '../../test/mcp-servers.js';
import { clockFrom } from '../time/clock.js';
import { trustedServers } from './session-servers.js';

it('a server whose program changed while a person was asked is asked about again, and not started before', async () => {
  const program = (file: string) => `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`;
  const root = temporaryFolder({
    '.mcp.json': mcpFile({ s: { command: process.execPath, args: ['./server.cjs'] } }),
  });
  writeFileSync(join(root, 'server.cjs'), program(join(root, 'harmless')));
  const asked: string[] = [];
  const services = {
    env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
    signal: new AbortController().signal,
    program: { version: '0', shippedFolder: root },
    cwd: root,
    clock: clockFrom({}),
    emit: () => {},
    trust: {
      flag: '--trust',
      given: false,
      keeps: false,
      byAgent: false,
      now: () => 0,
      ask: async (question: string) => {
        asked.push(question);
        if (asked.length > 1) return 'no' as const;
        writeFileSync(join(root, 'server.cjs'), program(join(root, 'hostile')));
        return 'yes' as const;
      },
    },
  };
  const allowing = [{ allow: [], deny: [], on_deny: 'tell' as const }];
  await expect(trustedServers(['.mcp.json'], root, allowing, services)).rejects.toMatchObject({
    code: 'trust_missing',
  });
  expect(asked[1]).toContain('server.cjs (changed since you trusted it)');
  expect(existsSync(join(root, 'hostile'))).toBe(false);
});
