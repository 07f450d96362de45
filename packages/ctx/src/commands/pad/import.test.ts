import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { armor } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';
import { newIdentity } from '../../age/keys.js';

describe('ctx pad import', () => {
  it('adds the entries of another pad under new ids, with their times and tags', async () => {
    const [from, to] = [await memoryProject(), await memoryProject()];
    to.env['HOME'] = from.home;
    await from.data('pad', 'add', 'theirs', '--tag', 'x');
    await from.data('pad', 'add', 'more');
    await to.data('pad', 'add', 'mine');
    const answer = await to.data('pad', 'import', from.path('scratchpad.age'), '--tag', 'imported');
    expect(answer).toMatchObject({ added: [2, 3], total: 3 });
    expect(await to.data('pad')).toMatchObject({
      entries: [
        { text: 'mine' },
        { text: 'theirs', tags: ['x', 'imported'], at: '2026-11-15T20:00:02.000Z' },
        { text: 'more' },
      ],
    });
    writeFileSync(join(from.root, 'armoured'), armor.encode(readFileSync(from.path('scratchpad.age'))));
    expect(await to.data('pad', 'import', join(from.root, 'armoured'))).toMatchObject({ added: [4, 5] });
    await from.data('pad', 'decrypt');
    expect(await to.data('pad', 'import', from.path('scratchpad.md'))).toMatchObject({ added: [6, 7] });
  });

  it('never stores ciphertext: a pad that the key does not open is an error, and nothing is added', async () => {
    const [from, to] = [await memoryProject(), await memoryProject()];
    await from.data('pad', 'add', 'theirs');
    await to.data('pad', 'add', 'mine');
    writeFileSync(join(to.root, 'note.txt'), 'a note');
    const before = readFileSync(to.path('scratchpad.age'));
    const error = await to.error('pad', 'import', 'note.txt', from.path('scratchpad.age'));
    expect(error).toMatchObject({ code: 'pad_key_wrong', kind: 'auth' });
    writeFileSync(join(to.root, 'armoured'), '-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n');
    expect(await to.error('pad', 'import', 'armoured')).toMatchObject({
      code: 'pad_damaged',
      hint: 'It was left as it is, and nothing of it was added.',
    });
    expect(readFileSync(to.path('scratchpad.age')).equals(before)).toBe(true);
    to.env['CTX_AGE_IDENTITY'] = newIdentity();
    expect(await to.error('pad', 'import', 'note.txt')).toMatchObject({ code: 'pad_key_wrong' });
  });

  it('takes a text file as one entry and anything else as a file', async () => {
    const project = await memoryProject();
    writeFileSync(join(project.root, 'notes.md'), '# Notes\n\n## 1 a heading\n');
    writeFileSync(join(project.root, 'data.bin'), Buffer.from([0xff, 0, 1]));
    expect((await project.text('pad', 'import', 'notes.md', 'data.bin')).stdout).toBe(
      'Added 1, 2; in all there are 2.\n',
    );
    expect(await project.data('pad')).toMatchObject({
      entries: [{ text: '# Notes\n\n## 1 a heading' }, { kind: 'file', name: 'data.bin', bytes: 3 }],
    });
  });

  it('refuses a pad that somebody broke, a file that is too large, and one that is not there', async () => {
    const project = await memoryProject();
    writeFileSync(join(project.root, 'broken.md'), '<!-- ctx pad 1, next id 2. -->\nstray\n');
    writeFileSync(join(project.root, 'large.txt'), 'x'.repeat((1 << 20) + 1));
    expect(await project.error('pad', 'import', 'broken.md')).toMatchObject({
      code: 'pad_malformed',
      target: 'broken.md',
    });
    expect(await project.error('pad', 'import', 'large.txt')).toMatchObject({ code: 'text_too_large' });
    expect(await project.error('pad', 'import', 'missing')).toMatchObject({ code: 'file_not_found' });
    writeFileSync(join(project.root, 'empty.md'), '<!-- ctx pad 1, next id 2. -->\n');
    expect((await project.text('pad', 'import', 'empty.md')).stdout).toBe('There was nothing to add.\n');
  });
});
