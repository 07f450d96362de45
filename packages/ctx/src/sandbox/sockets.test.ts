import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { listeningSockets } from './sockets.js';

it('sockets are found by the names that they were bound by: whole, through a link, and relative to an unknown folder', async () => {
  const folder = temporaryFolder({ 'deep/plain.sock': 'no socket' });
  mkdirSync(join(folder, 'deep/er'));
  symlinkSync(join(folder, 'deep'), join(folder, 'link'));
  const socket = join(folder, 'deep/er/agent.sock');
  const server = createServer().listen(socket);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const list = join(folder, 'unix');
  const line = (name: string) => `0000000000000000: 00000002 00000000 00010000 0001 01 12345 ${name}\n`;
  const header = 'Num       RefCount Protocol Flags    Type St Inode Path\n';
  const found = (...names: string[]) => {
    writeFileSync(list, header + names.map(line).join(''));
    return listeningSockets([folder], list);
  };
  expect(found(join(folder, 'link/er/agent.sock'))).toContain(socket);
  expect(found('er/agent.sock')).toEqual([socket]);
  expect(found('plain.sock', '@abstract')).toEqual([]);
  expect(listeningSockets([folder], join(folder, 'missing'))).toEqual([]);
});
