import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { person } from '../../../test/age-person.js';
import { memoryProject } from '../../../test/memory-project.js';

const stranger = async () => (await person()).recipient;

const writes: readonly string[][] = [
  ['pad', 'add', 'secret'],
  ['pad', 'edit', '1', 'secret'],
  ['pad', 'rm', '1'],
  ['pad', 'tag', '1', 'x'],
  ['pad', 'encrypt'],
];

describe('a repository whose config lets others read the pad', () => {
  it.each(writes)('is refused by %s %s until its owner accepts it', async (...argv) => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'mine');
    const before = readFileSync(project.path('scratchpad.age'));
    project.write('config.yaml', `pad: { recipients: ["${await stranger()}"] }\n`);
    const words = argv.filter((word) => word !== undefined);
    expect(await project.error(...words)).toMatchObject({
      code: 'trust_missing',
      target: '.context/config.yaml#pad',
      hint: expect.stringContaining('--accept-pad-config'),
    });
    expect(readFileSync(project.path('scratchpad.age')).equals(before)).toBe(true);
    expect(await project.data(...words, '--accept-pad-config')).toMatchObject({ recipients: 2 });
  });

  it('asks once, and again when it changes', async () => {
    const project = await memoryProject();
    project.write('config.yaml', `pad: { recipients: ["${await stranger()}"] }\n`);
    await project.data('pad', 'add', 'one', '--accept-pad-config');
    await project.data('pad', 'add', 'two');
    project.write('config.yaml', `pad: { recipients: ["${await stranger()}"] }\n`);
    expect(await project.error('pad', 'add', 'three')).toMatchObject({ code: 'trust_missing' });
  });

  it('cannot make it plain by its config, nor by a plain pad that it brings along', async () => {
    const project = await memoryProject();
    project.write('config.yaml', 'pad: { encrypted: false }\n');
    expect(await project.error('pad', 'add', 'secret')).toMatchObject({ code: 'trust_missing' });
    expect(existsSync(project.path('scratchpad.md'))).toBe(false);
    await project.data('pad', 'add', 'accepted', '--accept-pad-config');
    expect((await project.text('pad', 'add', 'again')).stdout).toContain('(NOT encrypted)');

    const other = await memoryProject({ name: 'other' });
    other.write('scratchpad.md', project.read('scratchpad.md'));
    expect(await other.error('pad', 'add', 'secret')).toMatchObject({ code: 'trust_missing' });
    expect(other.read('scratchpad.md')).not.toContain('secret');
  });

  it('cannot have it accepted by an agent', async () => {
    const project = await memoryProject();
    project.write('config.yaml', 'pad: { encrypted: false }\n');
    project.env['CTX_TOOL_CALL'] = 'mark';
    expect(await project.error('pad', 'add', 'x', '--accept-pad-config')).toMatchObject({
      code: 'trust_missing',
    });
    project.write('config.yaml', '');
    await project.data('pad', 'add', 'mine');
    expect(await project.error('pad', 'decrypt')).toMatchObject({ code: 'trust_missing' });
    expect(existsSync(join(project.home, '.config/ctx/trust.json'))).toBe(false);
  });
});

it('pad add says who can read it, and a person who decrypts is not asked about it', async () => {
  const project = await memoryProject();
  expect((await project.text('pad', 'add', 'one')).stdout).toContain('(encrypted for 1 recipient)');
  await project.data('pad', 'decrypt');
  expect((await project.text('pad', 'add', 'two')).stdout).toContain('(NOT encrypted)');
});
