import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs, { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { inScratch } from './fixtures/scratch.js';
import { breakLock, lockOwner, tryLock, waitForLock } from './lock.js';
import { isRunning, startOf } from './process-identity.js';

describe('a lock', () => {
  it('has one owner, says who, and is free again after release', () =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      const first = taken(path);
      const second = tryLock(path);
      expect(second).toMatchObject({ taken: false, owner: { pid: process.pid, host: hostname() } });
      expect(lockOwner(path)?.since).toMatch(/^\d{4}-.*Z$/);
      first.release();
      expect(lockOwner(path)).toBeUndefined();
      taken(path).release();
      expect(readdirSync(folder)).toEqual([]);
    }));

  it('is taken where somebody planted a link that leads nowhere', () =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      fs.symlinkSync('nowhere', path);
      taken(path).release();
      expect(readdirSync(folder)).toEqual([]);
    }));

  it('is only released by its owner, and only once', () =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      const first = taken(path);
      writeFileSync(path, 'somebody else');
      first.release();
      expect(readFileSync(path, 'utf8')).toBe('somebody else');
      const second = taken(path);
      first.release();
      expect(lockOwner(path)?.pid).toBe(process.pid);
      second.release();
    }));

  it('of a process that was killed is taken over', () =>
    inScratch(async (folder) => {
      const path = join(folder, 'x.lock');
      const holder = start('hold-lock.ts', path);
      await once(holder.stdout ?? holder, 'data');
      expect(tryLock(path)).toMatchObject({ taken: false, owner: { pid: holder.pid } });
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      taken(path).release();
      expect(readdirSync(folder)).toEqual([]);
    }));

  it('of a process whose number was given to another is taken over', () =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      writeLock(path, { pid: process.pid, start: 'another boot', host: hostname() });
      taken(path).release();
    }));

  it.each([
    ['that has another name', { pid: 1, start: null, host: 'elsewhere.example' }],
    ['that has our name', { pid: 1, start: '00000000-7', host: hostname() }],
  ])('of another machine %s is held, since nobody here can see whether its owner runs', (_, owner) =>
    inScratch(async (folder) => {
      const path = join(folder, 'x.lock');
      writeLock(path, owner);
      const held = { taken: false, owner: { pid: 1, host: owner.host, unseen: 'other_host' } };
      expect(tryLock(path)).toMatchObject(held);
      // Nobody waits for it: a person has to look.
      expect(await waitForLock(path, Number.POSITIVE_INFINITY)).toMatchObject(held);
    }),
  );

  it('from before this machine was booted is taken over', () =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      writeLock(path, { pid: 1, start: '00000000-7', host: hostname() });
      utimesSync(path, 1, 1);
      taken(path).release();
    }));

  it.each(['EPERM', 'ENOTSUP'])('is made without hard links where there are none (%s)', (code) =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
        throw Object.assign(new Error(code), { code });
      });
      onTestFinished(() => link.mockRestore());
      syncBuiltinESMExports();
      const first = taken(path);
      expect(tryLock(path)).toMatchObject({ taken: false, owner: { pid: process.pid } });
      first.release();
      expect(link).toHaveBeenCalledTimes(2);
      // Who is just making it has no name in it yet.
      writeFileSync(path, '');
      expect(tryLock(path)).toMatchObject({ taken: false, owner: { pid: 0 } });
      utimesSync(path, 1, 1);
      taken(path).release();
      expect(readdirSync(folder)).toEqual([]);
    }),
  );

  it('is taken over however many were killed while they took it over', () =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      const nobody = 999_999_999;
      writeLock(path, { pid: nobody, start: null, host: hostname() });
      // Who is killed before the rename leaves all that it wrote, and is gone.
      const write = fs.writeFileSync;
      const dying = [
        vi.spyOn(fs, 'writeFileSync').mockImplementation((file, data, options) => {
          write(file, String(data).replace(/"pid":\d+/, `"pid":${nobody}`), options);
        }),
        vi.spyOn(fs, 'renameSync').mockImplementation(() => {
          throw new Error('killed');
        }),
        vi.spyOn(fs, 'unlinkSync').mockImplementation(() => {}),
      ];
      onTestFinished(() => {
        for (const mock of dying) mock.mockRestore();
        syncBuiltinESMExports();
      });
      syncBuiltinESMExports();
      for (let killed = 0; killed < 40; killed++) expect(() => tryLock(path)).toThrow('killed');
      for (const mock of dying) mock.mockRestore();
      syncBuiltinESMExports();
      const left = () => readdirSync(folder).filter((name) => !name.endsWith('.tmp'));
      expect(left()).toHaveLength(41);
      taken(path).release();
      expect(left()).toEqual([]);
    }));

  it('is broken only as long as it is the same owner’s', () =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      writeLock(path, { pid: 1, start: null, host: 'elsewhere.example' });
      const owner = lockOwner(path);
      if (owner === undefined) throw new Error('nobody holds it');
      writeLock(path, { pid: 2, start: null, host: 'elsewhere.example' });
      expect(breakLock(path, owner)).toBe(false);
      expect(breakLock(path, { ...owner, pid: 2, since: lockOwner(path)?.since ?? '' })).toBe(true);
      expect(readdirSync(folder)).toEqual([]);
    }));

  it.each([
    '\n',
    '{',
    'null',
    '{}',
    '{"pid":"1","start":null,"host":"x"}',
    '{"pid":-1,"start":null,"host":"x"}',
  ])('that was damaged (%j) is taken over', (content) =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      writeFileSync(path, content);
      expect(lockOwner(path)).toBeUndefined();
      taken(path).release();
      expect(readdirSync(folder)).toEqual([]);
    }),
  );

  it('is taken over even from a process that died while it was taking it over', () =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      const dead = writeLock(path, { pid: process.pid, start: 'dead', host: hostname() });
      writeLock(`${path}.${identity(dead)}`, { pid: process.pid, start: 'dead as well', host: hostname() });
      taken(path).release();
      expect(readdirSync(folder)).toEqual([]);
    }));

  it('is not taken over by two at once: who comes second sees the first', () =>
    inScratch((folder) => {
      const path = join(folder, 'x.lock');
      const dead = writeLock(path, { pid: process.pid, start: 'dead', host: hostname() });
      const first = taken(`${path}.${identity(dead)}`);
      expect(tryLock(path)).toMatchObject({ taken: false, owner: { pid: process.pid } });
      first.release();
      taken(path).release();
    }));

  it('excludes: eight processes that each die with it in their hand lose no count', () =>
    inScratch(async (folder) => {
      const counter = join(folder, 'counter');
      writeFileSync(counter, '0');
      const counting = Array.from({ length: 8 }, () =>
        start('count-under-lock.ts', join(folder, 'x.lock'), counter, '40'),
      );
      await Promise.all(counting.map((process) => once(process, 'exit')));
      expect(readFileSync(counter, 'utf8')).toBe('320');
    }));

  it('in a folder that is not there cannot be taken', () =>
    inScratch((folder) => {
      expect(() => tryLock(join(folder, 'none', 'x.lock'))).toThrow(
        expect.objectContaining({ code: 'file_unwritable' }),
      );
    }));
});

describe('waiting for a lock', () => {
  it('ends when the lock is released', () =>
    inScratch(async (folder) => {
      const path = join(folder, 'x.lock');
      const first = taken(path);
      const waiting = waitForLock(path, 60_000);
      setImmediate(first.release);
      expect(await waiting).toMatchObject({ taken: true });
    }));

  it('ends at its limit and says who holds it', () =>
    inScratch(async (folder) => {
      const path = join(folder, 'x.lock');
      taken(path);
      expect(await waitForLock(path, 30)).toMatchObject({ taken: false, owner: { pid: process.pid } });
    }));
});

describe('a process', () => {
  it('is known by its start, which does not change', () => {
    expect(startOf(process.pid)).toMatch(/^[0-9a-f]{8}-\d+$/);
    expect(isRunning(process.pid, startOf(process.pid))).toBe(true);
    expect(isRunning(process.pid, null)).toBe(true);
    expect(isRunning(process.pid, 'another')).toBe(false);
    expect(startOf(2 ** 30)).toBeNull();
    expect(isRunning(2 ** 30, null)).toBe(false);
  });
});

function taken(path: string) {
  const attempt = tryLock(path);
  if (!attempt.taken) throw new Error(`held by ${attempt.owner.pid}`);
  return attempt.lock;
}

function writeLock(path: string, owner: object): string {
  const content = JSON.stringify(owner);
  writeFileSync(path, content);
  return content;
}

function identity(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

function start(program: string, ...args: string[]): ChildProcess {
  const file = fileURLToPath(new URL(`./fixtures/${program}`, import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
}
