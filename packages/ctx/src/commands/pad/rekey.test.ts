import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { person, personOf } from '../../../test/age-person.js';
import { type MemoryProject, memoryProject } from '../../../test/memory-project.js';
import { openFile } from '../../age/file.js';

const identity = (project: MemoryProject) => join(project.home, '.config/ctx/identity.txt');

async function opens(project: MemoryProject, secret: string): Promise<boolean> {
  const keys = { identities: [(await personOf(secret)).identity], passphrase: undefined };
  return openFile(readFileSync(project.path('scratchpad.age')), keys).kind === 'opened';
}

function secretsIn(text: string): string[] {
  return text.match(/^AGE-SECRET-KEY-.*$/gm) ?? [];
}

describe('ctx pad rekey', () => {
  it('encrypts for a new key alone, now and with every later change, and goes on opening what is older', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    const [old = ''] = secretsIn(readFileSync(identity(project), 'utf8'));
    const { recipient, retired } = await project.data('pad', 'rekey');
    const text = readFileSync(identity(project), 'utf8');
    const [fresh = '', ...others] = secretsIn(text);
    expect(others).toEqual([old]);
    expect(text).toContain(`# public key: ${recipient}\n${fresh}\n`);
    expect(text).toMatch(new RegExp(`# retired: .*\\n${old}\\n$`));
    expect(statSync(identity(project)).mode & 0o777).toBe(0o600);
    expect(retired).toEqual([(await personOf(old)).recipient]);
    expect([await opens(project, fresh), await opens(project, old)]).toEqual([true, false]);
    expect(await project.data('pad', 'add', 'b')).toMatchObject({ recipients: 1 });
    expect([await opens(project, fresh), await opens(project, old)]).toEqual([true, false]);
    await project.data('pad', 'rekey');
    expect(readFileSync(identity(project), 'utf8').match(/^# retired/gm)).toHaveLength(2);
    await project.data('pad', 'undo', '--to', '1');
    await project.data('pad', 'undo');
    await project.data('pad', 'undo', '--to', '2');
    expect(await project.data('pad')).toMatchObject({ entries: [{ text: 'a' }] });
  });

  it('names the new key where the config named the old one, in the same place, and asks nobody again', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'a');
    const [own = ''] = /age1\w+/.exec(readFileSync(identity(project), 'utf8')) ?? [];
    const friend = (await person()).recipient;
    project.write('config.yaml', `# ours\npad:\n  recipients:\n    - ${own} # me\n    - ${friend}\n`);
    await project.data('pad', 'add', 'b', '--accept-pad-config');
    const { recipient, config_changed } = await project.data('pad', 'rekey');
    expect(config_changed).toBe(true);
    expect(project.read('config.yaml')).toBe(
      `# ours\npad:\n  recipients:\n    - ${recipient} # me\n    - ${friend}\n`,
    );
    expect(await project.data('pad', 'add', 'c')).toMatchObject({ recipients: 2 });
  });

  it('takes a new passphrase for a pad that has one', async () => {
    const project = await memoryProject();
    project.env['CTX_AGE_PASSPHRASE'] = 'old one';
    await project.data('pad', 'add', 'a');
    expect(await project.error('pad', 'rekey')).toMatchObject({
      code: 'rekey_impossible',
      message: expect.stringContaining('CTX_AGE_NEW_PASSPHRASE'),
    });
    project.env['CTX_AGE_NEW_PASSPHRASE'] = 'new one';
    await project.data('pad', 'rekey');
    expect(await project.error('pad')).toMatchObject({ code: 'pad_key_wrong' });
    project.env['CTX_AGE_PASSPHRASE'] = 'new one';
    expect(await project.data('pad')).toMatchObject({ entries: [{ text: 'a' }] });
  });

  it('makes a post-quantum key in the place of one', async () => {
    const project = await memoryProject();
    const old = await person({ isPostQuantum: true });
    mkdirSync(dirname(identity(project)), { recursive: true });
    writeFileSync(identity(project), `${old.secret}\n`, { mode: 0o600 });
    await project.data('pad', 'add', 'a');
    const { recipient, retired } = await project.data('pad', 'rekey');
    expect(retired).toEqual([old.recipient]);
    expect(recipient).toMatch(/^age1pq1/);
    expect(await opens(project, old.secret)).toBe(false);
    expect(await project.data('pad')).toMatchObject({ entries: [{ text: 'a' }] });
  });

  it('refuses a key that it cannot change, a plain pad and none, and says what to do', async () => {
    const project = await memoryProject();
    expect(await project.error('pad', 'rekey')).toMatchObject({ hint: expect.stringContaining('pad add') });
    const { secret } = await person();
    project.env['CTX_AGE_IDENTITY'] = secret;
    await project.data('pad', 'add', 'a');
    expect(await project.error('pad', 'rekey')).toMatchObject({ hint: expect.stringContaining('# retired') });
    await project.data('pad', 'decrypt');
    expect(await project.error('pad', 'rekey')).toMatchObject({
      hint: expect.stringContaining('pad encrypt'),
    });
  });

  it('refuses a file in which every key is retired, before it writes for nobody', async () => {
    const project = await memoryProject();
    const path = join(project.home, 'key.txt');
    writeFileSync(path, `# retired\n${(await person()).secret}\n`);
    project.env['CTX_AGE_IDENTITY'] = path;
    expect(await project.error('pad', 'add', 'a')).toMatchObject({ code: 'identity_retired' });
  });
});
