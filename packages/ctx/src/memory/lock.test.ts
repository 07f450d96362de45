import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { memoryProject, spawnBuilt } from '../../test/memory-project.js';
import { tryLock } from '../disk/lock.js';
import { withLock } from './lock.js';

describe('the lock of a store', () => {
  it('lets one work at a time, in whatever order', async () => {
    const { root } = await memoryProject();
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => withLock({ root }, 'store', work)));
    expect(most).toBe(1);
  });

  it('is given back when the work fails', async () => {
    const project = await memoryProject();
    await expect(withLock(project, 'store', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(project.path('store.lock'))).toBe(false);
  });

  it('that somebody keeps is a failure that can be tried again, and says who', async () => {
    const project = await memoryProject();
    const held = tryLock(project.path('store.lock'));
    await expect(withLock(project, 'store', () => {}, 20)).rejects.toMatchObject({
      code: 'store_busy',
      row: { retryable: true },
      where: { target: '.context/store', pid: process.pid, lockFile: project.path('store.lock') },
    });
    if (held.taken) held.lock.release();
  });

  it('is waited for as long as it goes from one owner to the next', async () => {
    const project = await memoryProject();
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance', 'Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const take = () => {
      const attempt = tryLock(project.path('store.lock'));
      if (!attempt.taken) throw new Error('it is taken');
      return attempt.lock;
    };
    let lock = take();
    let ended = '';
    const waiting = withLock(project, 'store', () => 'its turn', 1_000).then(
      (value) => (ended = value),
      ({ code }) => (ended = code),
    );
    for (let owner = 2; owner <= 4; owner++) {
      await vi.advanceTimersByTimeAsync(900);
      expect(ended).toBe('');
      lock.release();
      lock = take();
    }
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await waiting).toBe('store_busy');
    lock.release();
  });

  it('of a process that was killed is taken over', async () => {
    const project = await memoryProject();
    const child = spawnBuilt(['version'], project.root, project.env);
    const gone = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGKILL');
    await gone;
    project.write(
      'scratchpad.lock',
      `${JSON.stringify({ pid: child.pid, start: 'x', host: (await import('node:os')).hostname(), nonce: 'x' })}\n`,
    );
    expect(await project.data('pad', 'add', 'x')).toMatchObject({ total: 1 });
  });
});
