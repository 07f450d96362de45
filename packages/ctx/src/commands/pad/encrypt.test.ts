import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { armor } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { person } from '../../../test/age-person.js';
import { memoryProject } from '../../../test/memory-project.js';

describe('the keys of the pad', () => {
  it('can come from the environment, as the key itself or as a file', async () => {
    const project = await memoryProject();
    const { secret } = await person();
    project.env['CTX_AGE_IDENTITY'] = secret;
    expect(await project.data('pad', 'add', 'mine')).not.toHaveProperty('key_created');
    expect(existsSync(join(project.home, '.config'))).toBe(false);
    writeFileSync(join(project.home, 'key'), `# comment\n\n${secret}\n`);
    project.env['CTX_AGE_IDENTITY'] = join(project.home, 'key');
    expect(await project.data('pad')).toMatchObject({ entries: [{ text: 'mine' }] });
  });

  it('stand where XDG_CONFIG_HOME says', async () => {
    const project = await memoryProject();
    project.env['XDG_CONFIG_HOME'] = join(project.home, 'elsewhere');
    const { key_created } = await project.data('pad', 'add', 'x');
    expect(key_created).toMatchObject({ path: join(project.home, 'elsewhere', 'ctx', 'identity.txt') });
  });

  it('never stand below the folder that ctx happens to run in: a relative XDG_CONFIG_HOME counts as none', async () => {
    const project = await memoryProject();
    project.env['XDG_CONFIG_HOME'] = 'here';
    const { key_created } = await project.data('pad', 'add', 'x');
    expect(key_created).toMatchObject({ path: join(project.home, '.config', 'ctx', 'identity.txt') });
  });

  it('can be a passphrase, which the age format alone needs to be opened', async () => {
    const project = await memoryProject();
    project.env['CTX_AGE_PASSPHRASE'] = 'correct horse battery';
    await project.data('pad', 'add', 'mine');
    expect(await project.data('pad', 'add', 'more')).toMatchObject({ total: 2 });
    expect(existsSync(join(project.home, '.config'))).toBe(false);
    project.env['CTX_AGE_PASSPHRASE'] = 'wrong';
    expect(await project.error('pad')).toMatchObject({ code: 'pad_key_wrong' });
    delete project.env['CTX_AGE_PASSPHRASE'];
    const error = await project.error('pad', 'add', 'x');
    expect(error).toMatchObject({
      code: 'pad_key_missing',
      hint: 'Set CTX_AGE_PASSPHRASE; nothing was changed.',
    });
  });

  it('that are wrong or missing are a clear error, and nothing is changed', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'mine');
    await project.data('pad', 'edit', '1', 'changed');
    const before = readFileSync(project.path('scratchpad.age'));
    const commands = [
      ['pad'],
      ['pad', 'add', 'x'],
      ['pad', 'show', '1'],
      ['pad', 'edit', '1', 'x'],
      ['pad', 'rm', '1'],
      ['pad', 'mv', '1', '--first'],
      ['pad', 'tag', '1', 'x'],
      ['pad', 'export', 'out'],
      ['pad', 'undo'],
      ['pad', 'encrypt'],
      ['pad', 'decrypt'],
    ];
    project.env['CTX_AGE_IDENTITY'] = (await person()).secret;
    for (const argv of commands) {
      expect(await project.error(...argv), argv.join(' ')).toMatchObject({
        code: 'pad_key_wrong',
        kind: 'auth',
      });
    }
    delete project.env['CTX_AGE_IDENTITY'];
    project.env['XDG_CONFIG_HOME'] = join(project.home, 'empty');
    for (const argv of commands) {
      expect(await project.error(...argv), argv.join(' ')).toMatchObject({
        code: 'pad_key_missing',
        kind: 'auth',
      });
    }
    expect(readFileSync(project.path('scratchpad.age')).equals(before)).toBe(true);
    expect(existsSync(join(project.home, 'empty'))).toBe(false);
    expect(existsSync(join(project.root, 'out'))).toBe(false);
  });

  it('that are no keys are refused with the line, and never shown', async () => {
    const project = await memoryProject();
    project.env['CTX_AGE_IDENTITY'] = 'AGE-SECRET-KEY-1NOTREALLYAKEY';
    const error = await project.error('pad', 'add', 'x');
    expect(error).toMatchObject({ code: 'identity_invalid', target: 'CTX_AGE_IDENTITY' });
    expect(JSON.stringify(error)).not.toContain('NOTREALLY');
    delete project.env['CTX_AGE_IDENTITY'];
    mkdirSync(join(project.home, '.config', 'ctx'), { recursive: true });
    writeFileSync(join(project.home, '.config', 'ctx', 'identity.txt'), '# only a comment\n');
    expect(await project.error('pad', 'add', 'x')).toMatchObject({ code: 'identity_invalid' });
    project.env['CTX_AGE_IDENTITY'] = 'missing-file';
    expect(await project.error('pad', 'add', 'x')).toMatchObject({ code: 'file_not_found' });
  });
});

describe('ctx pad encrypt', () => {
  it('turns a plain pad into an encrypted one', async () => {
    const project = await memoryProject();
    project.write('config.yaml', 'pad:\n  encrypted: false\n');
    expect(await project.data('pad', 'add', 'mine', '--accept-pad-config')).toMatchObject({
      form: 'plain',
      file: '.context/scratchpad.md',
    });
    const { stdout } = await project.text('pad', 'encrypt');
    expect(stdout).toContain('.context/scratchpad.age is encrypted. Entries: 1.');
    expect(existsSync(project.path('scratchpad.md'))).toBe(false);
    expect(await project.data('pad')).toMatchObject({ form: 'encrypted', entries: [{ text: 'mine' }] });
  });

  it('shares the pad with the recipients of the config, who open it with age or with ctx', async () => {
    const project = await memoryProject();
    const friend = await person();
    await project.data('pad', 'add', 'ours');
    project.write('config.yaml', `pad:\n  recipients:\n    - ${friend.recipient}\n`);
    await project.data('pad', 'encrypt', '--accept-pad-config');
    writeFileSync(join(project.home, 'friend'), friend.secret);
    const opened = execFileSync(
      'age',
      ['-d', '-i', join(project.home, 'friend'), project.path('scratchpad.age')],
      { encoding: 'utf8' },
    );
    expect(opened).toContain('> ours');
    project.env['CTX_AGE_IDENTITY'] = friend.secret;
    const answer = await project.data('pad', 'add', 'theirs');
    expect(answer['warnings']).toEqual([expect.stringContaining('encrypted for 1 more key than now')]);
  });

  it('can be post-quantum, for the whole team or for nobody', async () => {
    const project = await memoryProject();
    const [own, friend, other] = await Promise.all([
      person({ isPostQuantum: true }),
      person({ isPostQuantum: true }),
      person(),
    ]);
    project.env['CTX_AGE_IDENTITY'] = own.secret;
    project.write('config.yaml', `pad: { recipients: ["${friend.recipient}"] }\n`);
    expect(await project.data('pad', 'add', 'ours', '--accept-pad-config')).toMatchObject({ recipients: 2 });
    project.env['CTX_AGE_IDENTITY'] = friend.secret;
    expect(await project.data('pad')).toMatchObject({ entries: [{ text: 'ours' }] });
    const before = readFileSync(project.path('scratchpad.age'));
    project.write('config.yaml', `pad: { recipients: ["${other.recipient}"] }\n`);
    expect(await project.error('pad', 'add', 'x', '--accept-pad-config')).toMatchObject({
      code: 'recipients_mixed',
      hint: expect.stringContaining('.context/config.yaml'),
    });
    expect(readFileSync(project.path('scratchpad.age')).equals(before)).toBe(true);
  });

  it('opens a pad in the armoured form, and writes it without', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'mine');
    const path = project.path('scratchpad.age');
    writeFileSync(path, armor.encode(readFileSync(path)));
    expect(await project.data('pad')).toMatchObject({ entries: [{ text: 'mine' }] });
    await project.data('pad', 'add', 'more');
    expect(readFileSync(path, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    await project.data('pad', 'undo');
    expect(await project.data('pad')).toMatchObject({ entries: [{ text: 'mine' }] });
  });

  it.each(['not a key', 'age1pq1xyz', 'ssh-ed25519 AAAA'])(
    'refuses the recipient %s and changes nothing',
    async (recipient) => {
      const project = await memoryProject();
      await project.data('pad', 'add', 'mine');
      const before = readFileSync(project.path('scratchpad.age'));
      project.write('config.yaml', `pad:\n  recipients: ["${recipient}"]\n`);
      expect(await project.error('pad', 'add', 'x', '--accept-pad-config')).toMatchObject({
        code: 'recipient_invalid',
        target: recipient,
      });
      expect(readFileSync(project.path('scratchpad.age')).equals(before)).toBe(true);
    },
  );

  it('refuses a config with a misspelt key, and names the nearest', async () => {
    const project = await memoryProject();
    project.write('config.yaml', 'pad:\n  encryptd: false\n');
    const error = await project.error('pad', 'add', 'x');
    expect(error).toMatchObject({ code: 'document_key_unknown', hint: 'Did you mean `encrypted`?' });
    project.write('config.yaml', 'pad: [\n');
    expect(await project.error('pad', 'add', 'x')).toMatchObject({ code: 'document_malformed' });
  });
});
