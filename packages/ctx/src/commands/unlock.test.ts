import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../test/memory-project.js';
import { tryLock } from '../disk/lock.js';

const foreign = JSON.stringify({ pid: 7, start: null, host: 'elsewhere.example' });

describe('ctx unlock', () => {
  it('breaks the lock of another machine, which stops everybody until then', async () => {
    const project = await memoryProject();
    project.write('scratchpad.lock', foreign);
    const { message, hint } = await project.error('pad', 'add', 'x');
    expect(message).toMatch(/^Process 7 on elsewhere\.example has been changing .* since 2.*Z\.$/);
    expect(hint).toContain(`ctx unlock ${project.path('scratchpad.lock')}`);
    expect(await project.error('unlock')).toMatchObject({ code: 'confirmation_missing' });
    expect(existsSync(project.path('scratchpad.lock'))).toBe(true);
    expect(await project.data('unlock', '--yes')).toEqual({
      locks: [
        {
          path: project.path('scratchpad.lock'),
          pid: 7,
          host: 'elsewhere.example',
          since: expect.any(String),
          owner: 'other_host',
          broken: true,
        },
      ],
    });
    expect(await project.data('pad', 'add', 'x')).toMatchObject({ total: 1 });
    expect(await project.data('unlock')).toEqual({ locks: [] });
  });

  it('breaks the one that it is told to, and says what is none', async () => {
    const project = await memoryProject();
    project.write('scratchpad.lock', foreign);
    project.write('TASKS.md.lock', foreign);
    await project.data('unlock', '.context/TASKS.md.lock', '--yes');
    expect(existsSync(project.path('TASKS.md.lock'))).toBe(false);
    expect(existsSync(project.path('scratchpad.lock'))).toBe(true);
    expect(await project.error('unlock', 'TASKS.md.lock', '--yes')).toMatchObject({ code: 'lock_unknown' });
    expect(await project.error('unlock', '.context/config.yaml', '--yes')).toMatchObject({
      code: 'lock_unknown',
    });
  });

  it('never breaks the lock of a process that runs here', async () => {
    const project = await memoryProject();
    const held = tryLock(project.path('scratchpad.lock'));
    expect(await project.data('unlock', '--yes')).toMatchObject({
      locks: [{ owner: 'running', broken: false }],
    });
    expect(await project.error('unlock', '.context/scratchpad.lock', '--yes')).toMatchObject({
      code: 'lock_in_use',
    });
    expect(existsSync(project.path('scratchpad.lock'))).toBe(true);
    if (held.taken) held.lock.release();
  });
});
