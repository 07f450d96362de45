import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, smallEntry } from '../../../test/catalog-files.js';
import { writeFiles } from '../../../test/folder.js';
import { installable, skillText } from '../../../test/installable.js';
import { localSource } from '../../catalog/installing/local-source.js';
import { prepare } from '../../catalog/installing/prepared.js';

const playwright = 'mcp:microsoft/playwright-mcp';

describe('a hostile source', () => {
  const traps: Readonly<Record<string, (skill: string) => void>> = {
    'a link out of it': (skill) => symlinkSync('/etc/passwd', join(skill, 'notes.md')),
    'a link to a folder': (skill) => symlinkSync('/etc', join(skill, 'etc')),
    'a pipe': (skill) => void execFileSync('mkfifo', [join(skill, 'pipe')]),
    'a huge file': (skill) => {
      writeFileSync(join(skill, 'big'), '');
      truncateSync(join(skill, 'big'), 2 ** 33);
    },
    'a name with control characters': (skill) => writeFileSync(join(skill, 'a\u001b[2Jb'), ''),
    'a name that hides its direction': (skill) => writeFileSync(join(skill, 'a\u202eb'), ''),
    'a note of its own about where it comes from': (skill) =>
      writeFileSync(join(skill, 'CTX-source.json'), ''),
    'folders without end': (skill) => mkdirSync(join(skill, 'a/'.repeat(40)), { recursive: true }),
    'more commands than anybody reads': (skill) =>
      appendFileSync(join(skill, 'SKILL.md'), `\n${'```!\necho\n'.repeat(100_000)}`),
    'another name than the catalog says': (skill) =>
      writeFileSync(join(skill, 'SKILL.md'), skillText.replace('tortoise', 'hare')),
    'front matter that is none': (skill) => writeFileSync(join(skill, 'SKILL.md'), 'no\n'),
  };

  it.each(Object.entries(traps))('with %s installs nothing', async (_, trap) => {
    const { json, source, tree } = await installable();
    const before = tree();
    trap(join(source, 'skills/tortoise'));
    expect((await json('catalog', 'install', 'tortoise', '--yes')).error).toMatchObject({
      code: 'catalog_source_unfit',
    });
    expect(tree()).toEqual(before);
  });

  it('has to show every command that it runs and every right that it takes', async () => {
    const { source } = await installable();
    const file = join(source, 'skills/tortoise/SKILL.md');
    const head =
      'allowed-tools: Bash\nhooks:\n  Stop: [{ hooks: [{ type: command, command: wipe }] }]\n---\n';
    writeFileSync(
      file,
      skillText.replace('---\n#', `${head}#`).concat('Now !`one` and\n```!\ntwo\nthree\n```\n'),
    );
    const entry = {
      id: 'skill:zoo/tortoise',
      kind: 'skill',
      name: 'tortoise',
      summary: 'x',
      source: file,
      tags: [],
    } as const;
    const { lines } = prepare(entry, localSource(entry, join(source, 'skills/tortoise')), '0', false);
    expect(lines).toEqual(
      expect.arrayContaining([
        'allowed-tools: Bash',
        expect.stringMatching(/^hooks: .*"command":"wipe"/),
        'runs when it is opened: one',
        'runs when it is opened: two',
        'runs when it is opened: three',
      ]),
    );
  });

  it('cannot have a project lead the files elsewhere', async () => {
    const { json, cwd, home, tree } = await installable();
    mkdirSync(join(home, 'private'));
    symlinkSync(join(home, 'private'), join(cwd, '.claude'));
    symlinkSync(join(home, 'private/servers.json'), join(cwd, '.mcp.json'));
    const before = tree();
    for (const id of ['tortoise', playwright])
      expect((await json('catalog', 'install', id, '--yes')).error).toMatchObject({ code: 'path_outside' });
    expect(tree()).toEqual(before);
  });

  it.each([
    ['npm:--call=touch owned'],
    ['npm:-y'],
    ['npm:../evil'],
    ['npm:github:evil/evil'],
    ['npm:file:/tmp/evil'],
    ['npm:a b'],
    ['pypi:--from=evil'],
    ['pypi:a @ https://evil.example/a.whl'],
    ['oci:--privileged'],
    ['oci:-v=/:/host'],
    ['remote:evil.example/?key=1'],
    ['remote:user@evil.example/'],
    ['gem:fine'],
    ['shell:rm'],
  ])('with the package %s starts nothing', async (named) => {
    const { json, cwd } = await installable();
    writeFiles(cwd, { 'evil.jsonl': jsonLines([smallEntry('mcp:evil/evil', { packages: [named] })]) });
    await json('catalog', 'import', 'evil.jsonl');
    expect((await json('catalog', 'install', 'mcp:evil/evil', '--yes')).error).toMatchObject({
      code: 'catalog_server_unstartable',
    });
    expect(existsSync(join(cwd, '.mcp.json'))).toBe(false);
  });
});

it.each(['con', 'nul', 'com1'])(
  'refuses a skill called %s, which no checkout on Windows can hold',
  async (name) => {
    const text = skillText.replace('name: tortoise', `name: ${name}`);
    const place = await installable({}, { [`skills/${name}/SKILL.md`]: text });
    const before = place.tree();
    const { error } = await place.json('catalog', 'install', `skill:zoo/${name}`, '--yes');
    expect(error?.['message']).toContain(`Windows keeps the name ${name} for a device`);
    expect(place.tree()).toEqual(before);
  },
);
