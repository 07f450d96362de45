// Processes of other pid namespaces, as real ones: `unshare` and `bwrap` start programs that think they are number 1.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inScratch } from './fixtures/scratch.js';
import { lockOwner, tryLock } from './lock.js';
import { livenessOf, ownIdentity } from './process-identity.js';

const holder = fileURLToPath(new URL('./fixtures/hold-lock.ts', import.meta.url));
const hold = (path: string) => [process.execPath, '--import', 'tsx', holder, path];
const asUser = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const namespace = ['unshare', ...asUser, '--pid', '--fork', '--mount-proc', '--kill-child'];

describe('a lock that is held in another pid namespace', () => {
  it('is held for who is outside, and free once its owner is gone', () =>
    inScratch(async (folder) => {
      const path = join(folder, 'x.lock');
      const inside = start([...namespace, ...hold(path)]);
      expect(await firstLine(inside)).toBe('taken\n');
      expect(tryLock(path)).toMatchObject({ taken: false, owner: { pid: 1 } });
      inside.kill('SIGKILL');
      await once(inside, 'exit');
      await vanished(path);
      const attempt = tryLock(path);
      expect(attempt.taken).toBe(true);
    }));

  it('is held for who is in a third one and cannot see its owner', () =>
    inScratch(async (folder) => {
      const path = join(folder, 'x.lock');
      expect(await firstLine(start([...namespace, ...hold(path)]))).toBe('taken\n');
      expect(await firstLine(start([...namespace, ...hold(path)]))).toBe('held by another\n');
      // Its /proc shows the processes of a namespace in which there is a number 1, too.
      const sandbox = ['bwrap', '--unshare-pid', '--dev-bind', '/', '/', '--proc', '/proc'];
      expect(await firstLine(start([...sandbox, ...hold(path)]))).toBe('held by another\n');
    }));

  it('is held for who is inside, where the owner is outside', () =>
    inScratch(async (folder) => {
      const path = join(folder, 'x.lock');
      const outside = tryLock(path);
      expect(await firstLine(start([...namespace, ...hold(path)]))).toBe('held by another\n');
      if (outside.taken) outside.lock.release();
      expect(await firstLine(start([...namespace, ...hold(path)]))).toBe('taken\n');
    }));
});

it('a process that nobody here can see is not taken for a dead one', () => {
  const own = ownIdentity();
  const hidden = { ...own, namespace: 'pid:[1]', pid: 2 ** 30 };
  // Only from the outermost namespace is every process seen.
  const expected = own.namespace === 'pid:[4026531836]' ? 'gone' : 'other_namespace';
  expect(livenessOf(hidden, Date.now())).toBe(expected);
  expect(livenessOf({ ...own, namespace: 'pid:[1]' }, Date.now())).toBe(expected);
});

it('a lock of an earlier version, which names no namespace, is judged by its number', () =>
  inScratch((folder) => {
    const path = join(folder, 'x.lock');
    const { namespace: _, ...older } = ownIdentity();
    writeFileSync(path, JSON.stringify(older));
    expect(lockOwner(path)?.pid).toBe(process.pid);
    writeFileSync(path, JSON.stringify({ ...older, pid: 2 ** 30 }));
    expect(lockOwner(path)).toBeUndefined();
  }));

function start([program = '', ...words]: readonly string[]): ChildProcess {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('it has no stdout');
  const [bytes] = await once(child.stdout, 'data');
  return String(bytes);
}

/** The namespace ends a moment after the process that started it. */
async function vanished(path: string): Promise<void> {
  while (lockOwner(path) !== undefined) await new Promise((resolve) => setImmediate(resolve));
}
