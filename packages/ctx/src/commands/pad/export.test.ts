import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';
import { safeName } from '../../memory/pad/export.js';

describe('ctx pad export', () => {
  it('writes texts and files into a folder, for their owner only', async () => {
    const project = await memoryProject();
    writeFileSync(join(project.root, 'a.bin'), Buffer.from([0, 1, 255]));
    await project.data('pad', 'add', 'one\ntwo');
    await project.data('pad', 'add', '--file', 'a.bin');
    await project.data('pad', 'export', 'out/deep');
    const out = join(project.root, 'out', 'deep');
    expect(readFileSync(join(out, 'pad-1.md'), 'utf8')).toBe('one\ntwo\n');
    expect(readFileSync(join(out, 'a.bin'))).toEqual(Buffer.from([0, 1, 255]));
    expect(statSync(join(out, 'pad-1.md')).mode & 0o777).toBe(0o600);
  });

  it('never follows a name out of the folder', async () => {
    const project = await memoryProject();
    await project.data('pad', 'decrypt');
    const names = ['../victim', '/etc/passwd', '..', '.hidden', 'a/../../b', 'nul\u0000l', 'same', 'SAME'];
    const entries = names.map(
      (name, i) => `\n## ${i + 1} 2026-11-15T20:00:00Z file ${JSON.stringify(name)} 3 bytes\n\n> AAAA\n`,
    );
    project.write('scratchpad.md', `<!-- ctx pad 1, next id 9. -->\n${entries.join('')}`);
    await project.data('pad', 'export', 'out');
    expect(readdirSync(join(project.root, 'out')).sort()).toEqual(
      ['8-SAME', '_.._.._b', '_etc_passwd', '_victim', 'a_.._.._b', 'hidden', 'nul_l', 'pad-3', 'same']
        .filter((name) => name !== '_.._.._b')
        .sort(),
    );
    expect(existsSync(join(project.root, 'victim'))).toBe(false);
  });

  it('replaces nothing unless it is told to, and then nothing outside', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'one');
    await project.data('pad', 'add', 'two');
    mkdirSync(join(project.root, 'out'));
    writeFileSync(join(project.root, 'out', 'pad-2.md'), 'mine');
    expect(await project.error('pad', 'export', 'out')).toMatchObject({ code: 'file_exists' });
    expect(readdirSync(join(project.root, 'out'))).toEqual(['pad-2.md']);
    await project.data('pad', 'export', 'out', '2', '--force');
    expect(readFileSync(join(project.root, 'out', 'pad-2.md'), 'utf8')).toBe('two\n');
    symlinkSync(join(project.home, 'elsewhere'), join(project.root, 'out', 'pad-1.md'));
    expect(await project.error('pad', 'export', 'out', '1', '--force')).toMatchObject({
      code: 'path_outside',
    });
  });

  it('exports what it is asked for, and says so', async () => {
    const project = await memoryProject();
    expect((await project.text('pad', 'export', 'out')).stdout).toBe('The pad is empty.\n');
    await project.data('pad', 'add', 'one');
    expect(await project.error('pad', 'export', 'out', '4')).toMatchObject({ code: 'entry_unknown' });
    expect((await project.text('pad', 'export', 'out', '1', '1')).stdout).toBe(
      `1  ${join(project.root, 'out', 'pad-1.md')}\n`,
    );
    writeFileSync(join(project.root, 'file'), '');
    expect(await project.error('pad', 'export', 'file')).toMatchObject({ code: 'file_unwritable' });
    expect(await project.error('pad', 'export', '/proc/nowhere')).toMatchObject({ code: 'file_unwritable' });
  });

  it('makes names of at most two hundred bytes', () => {
    expect(Buffer.byteLength(safeName('ü'.repeat(300), 1))).toBeLessThanOrEqual(200);
  });
});
