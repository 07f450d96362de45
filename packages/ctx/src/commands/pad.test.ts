import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../test/memory-project.js';

describe('ctx pad', () => {
  it('lists the entries with their ids, tags and first lines', async () => {
    const project = await memoryProject();
    expect((await project.text('pad')).stdout).toContain('The pad is empty');
    await project.data('pad', 'add', 'first\nsecond', '--tag', 'a');
    await project.data('pad', 'add', 'other');
    const { stdout } = await project.text('pad');
    expect(stdout).toMatch(
      /^1 {2}2026-11-15 20:00 {2}first \(\+1 line\) {2}#a\n2 {2}2026-11-15 20:00 {2}other\n$/,
    );
    expect(await project.data('pad')).toMatchObject({
      form: 'encrypted',
      file: '.context/scratchpad.age',
      entries: [
        { id: 1, kind: 'text', text: 'first\nsecond', tags: ['a'], bytes: 12 },
        { id: 2, text: 'other' },
      ],
    });
  });

  it('shows only what has every tag that is asked for', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'one', '--tag', 'a', '--tag', 'b');
    await project.data('pad', 'add', 'two', '--tag', 'a');
    expect(await project.data('pad', '--tag', '#a', '--tag', 'b')).toMatchObject({ entries: [{ id: 1 }] });
    expect((await project.text('pad', '--tag', 'c')).stdout).toBe('Nothing to show.\n');
  });

  it('lets no text steer the terminal, and cuts long lines', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', `\u001b[31mred\u202e ${'x'.repeat(200)}`);
    const { stdout } = await project.text('pad');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('␛[31mred<U+202E>');
    expect(stdout).toContain('…');
  });

  it('says what to do in a project without a memory', async () => {
    const project = await memoryProject({ init: false });
    expect(await project.error('pad')).toMatchObject({ code: 'context_missing', kind: 'usage' });
  });

  it('says which line of a pad edited by hand is wrong, and leaves the file alone', async () => {
    const project = await memoryProject();
    await project.data('pad', 'decrypt');
    await project.data('pad', 'add', 'mine');
    const broken = `${project.read('scratchpad.md')}stray\n`;
    project.write('scratchpad.md', broken);
    for (const argv of [['pad'], ['pad', 'add', 'more'], ['pad', 'rm', '1'], ['pad', 'encrypt']]) {
      const error = await project.error(...argv);
      expect(error).toMatchObject({ code: 'pad_malformed', target: '.context/scratchpad.md' });
      expect(error.hint).toContain('.context/scratchpad.history');
    }
    expect(project.read('scratchpad.md')).toBe(broken);
  });

  it.each([
    [
      'changed',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]),
    ],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, 100)],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('hello')],
  ])('says that an encrypted pad that was %s is damaged, and never overwrites it', async (_, damage) => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'mine');
    const { readFileSync } = await import('node:fs');
    const broken = damage(readFileSync(project.path('scratchpad.age')));
    project.write('scratchpad.age', broken);
    for (const argv of [['pad'], ['pad', 'add', 'more'], ['pad', 'decrypt'], ['pad', 'encrypt']]) {
      const error = await project.error(...argv);
      expect(error.code).toBe('pad_damaged');
      expect(error.hint).toContain('.context/scratchpad.history');
    }
    expect(readFileSync(project.path('scratchpad.age')).equals(broken)).toBe(true);
  });

  it('reads a pad whose change of form was killed half-way, and puts it right with the next change', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'mine');
    renameSync(project.path('scratchpad.age'), project.path('scratchpad.md'));
    expect(await project.data('pad')).toMatchObject({ form: 'encrypted', entries: [{ text: 'mine' }] });
    await project.data('pad', 'add', 'more');
    expect(existsSync(project.path('scratchpad.md'))).toBe(false);
    expect(readFileSync(project.path('scratchpad.age'), 'latin1')).toMatch(/^age-encryption/);
    expect(await project.data('pad')).toMatchObject({ entries: [{ text: 'mine' }, { text: 'more' }] });
  });

  it('is whole for who reads it while others change its form', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'mine');
    let done = false;
    const turning = (async () => {
      for (const argv of [['decrypt'], ['encrypt'], ['undo'], ['encrypt'], ['decrypt'], ['encrypt']])
        expect(await project.process(['pad', ...argv])).toMatchObject({ exitCode: 0 });
      done = true;
    })();
    while (!done) {
      expect(await project.data('pad')).toMatchObject({ entries: [{ text: 'mine' }] });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await turning;
  });

  it('takes neither of two pads', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'mine');
    writeFileSync(project.path('scratchpad.md'), 'another');
    expect(await project.error('pad')).toMatchObject({ code: 'pad_twice' });
    expect(await project.error('pad', 'add', 'x')).toMatchObject({ code: 'pad_twice' });
  });
});

it('points from a config that does not fit to the page that describes it', async () => {
  const project = await memoryProject();
  project.write('config.yaml', 'pad: 7\n');
  expect(await project.error('pad', 'add', 'x')).toMatchObject({
    code: 'document_invalid',
    hint: 'Compare it with the keys in `ctx docs memory`.',
  });
});
