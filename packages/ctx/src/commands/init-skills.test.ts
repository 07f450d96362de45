import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, repository } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
import { temporaryFolder, writeFiles } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { parse } from '../cli/parse.js';
import { resolveCommand } from '../cli/resolve.js';
import { extensionsOf } from '../hosts/extensions.js';
import { hosts } from '../hosts/known.js';
import { commands } from './index.js';

const skill = readFileSync(join(repository, 'skills/ctx/SKILL.md'), 'utf8');

function place() {
  const home = temporaryFolder({ '.bashrc': '# mine\n' });
  const cwd = temporaryFolder({ '.git/HEAD': 'ref: refs/heads/main\n' });
  const call = (...words: string[]) => runCtx([...words, '--json'], { cwd, env: { HOME: home } });
  /** Files and folders of both, but for ctx's own. */
  const tree = () =>
    [home, cwd].flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
        (path) => !/^\.(?:context|local|config|cache)(?:\/(?:state|share))?(?:\/ctx|$|\/)/.test(path),
      ),
    );
  return { home, cwd, call, tree };
}

describe.each(hosts.map(({ name }) => name))('init --skills for %s', (host) => {
  it.each(['user', 'project'] as const)(
    'installs the skill for scope %s and leaves nothing behind',
    async (scope) => {
      const { home, cwd, call, tree } = place();
      await call('init');
      const before = tree();
      const words = ['init', '--skills', '--host', host, '--scope', scope];
      const folder = join(extensionsOf(host).skills(scope, { root: cwd, env: { HOME: home } }), 'ctx');
      const planned = envelopeOf(await call(...words, '--dry-run'), join(builtFolder(), 'schemas/init.json'));
      expect(planned.data?.['skills']).toEqual([{ host, scope, folder, change: 'installed' }]);
      expect(existsSync(folder)).toBe(false);

      const { data } = envelopeOf(await call(...words), join(builtFolder(), 'schemas/init.json'));
      expect(data?.['skills']).toEqual([{ host, scope, folder, change: 'installed' }]);
      expect(readFileSync(join(folder, 'SKILL.md'), 'utf8')).toBe(skill);
      expect(envelopeOf(await call(...words)).data).toMatchObject({ skills: [{ change: 'unchanged' }] });

      expect(envelopeOf(await call('catalog', 'uninstall', 'ctx')).exit_code).toBe(0);
      expect(tree()).toEqual(before);
    },
  );
});

it('renews the skill of an older ctx, and takes nothing from a person who changed it', async () => {
  const { home, call } = place();
  const words = ['init', '--skills', '--host', 'claude-code'];
  await call(...words);
  const file = join(home, '.claude/skills/ctx/SKILL.md');
  const older = `${skill}\nOlder.\n`;
  const records = join(home, '.local/state/ctx/catalog');
  const [record = ''] = readdirSync(records).filter((name) => name.endsWith('.json'));
  writeFileSync(file, older);
  expect(envelopeOf(await call(...words)).error).toMatchObject({ code: 'catalog_install_changed' });
  expect(readFileSync(file, 'utf8')).toBe(older);
  // As an older ctx would have noted it.
  const { createHash } = await import('node:crypto');
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const noted = readFileSync(join(records, record), 'utf8').replace(digest(skill), digest(older));
  writeFileSync(join(records, record), noted);
  expect(envelopeOf(await call(...words)).data).toMatchObject({ skills: [{ change: 'renewed' }] });
  expect(readFileSync(file, 'utf8')).toBe(skill);
});

it('leaves a skill of that name alone which it did not install', async () => {
  const { home, call } = place();
  writeFiles(home, { '.claude/skills/ctx/SKILL.md': 'mine' });
  const { error } = envelopeOf(await call('init', '--skills', '--host', 'claude-code'));
  expect(error).toMatchObject({ code: 'catalog_place_taken' });
  expect(readFileSync(join(home, '.claude/skills/ctx/SKILL.md'), 'utf8')).toBe('mine');
});

it('needs a host, and a scope that hosts have for skills', async () => {
  const { call } = place();
  expect(envelopeOf(await call('init', '--skills')).error).toMatchObject({ code: 'host_missing' });
  const local = await call('init', '--skills', '--host', 'codex', '--scope', 'local');
  expect(envelopeOf(local).error).toMatchObject({ code: 'host_scope_missing' });
  expect(envelopeOf(await call('init', '--git')).error).toMatchObject({ code: 'flag_needs' });
});

it('names only commands that there are, with words that they take', async () => {
  const lines = [...skill.matchAll(/`ctx ([^`]+)`/g)].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(12);
  for (const line of lines) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const resolved = resolveCommand(words, Object.keys(commands));
    if ('failure' in resolved) throw resolved.failure;
    const command = (await commands[resolved.name]?.())?.default;
    if (command === undefined) throw new Error(line);
    expect(() => parse(command, resolved.rest)).not.toThrow();
  }
  expect(skill).toMatch(/^---\nname: ctx\ndescription: .{40,1024}\nlicense: Apache-2\.0\n---\n/);
});
