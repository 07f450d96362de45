import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../ctx/test/folder.js';
import { git as gitIn } from '../../../ctx/test/git.js';
import { guard } from './guard.js';
import { pinOf } from './versions.js';

const frozen = 'contracts/session/v1';

/** A repository made for it: version 1 was a draft, and was frozen by its second commit. */
function repositoryWithFrozenVersion() {
  const root = temporaryFolder({
    'schemas/commands.json': '{}',
    'contracts/session/v1-draft/SPEC.md':
      '# The contract session/v1\n\nWhat must hold, in many words, so that a rename is seen as one.\n',
    'contracts/session/v1-draft/golden/a.json': '{"a":1}\n',
    'contracts/session/v1-draft/lifecycle.json': '{}\n',
    'CHANGELOG.md': '- The session contract: contracts/session/v1.\n',
    'docs/evidence.md': 'See contracts/session/v1.\n',
    'contracts/session/versions.json': versions({ name: 'v1-draft' }),
  });
  const git = (...words: readonly string[]) => gitIn(root, ...words);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'a draft');
  renameSync(join(root, 'contracts/session/v1-draft'), join(root, frozen));
  writeFileSync(
    join(root, 'contracts/session/versions.json'),
    versions({ name: 'v1', pin: pinOf(join(root, frozen)) }),
  );
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '-qm', message);
  };
  commit('frozen');
  return { root, git, commit };
}

function versions(...list: readonly { readonly name: string; readonly pin?: string }[]): string {
  return JSON.stringify({ versions: list.map((each) => ({ supported: true, ...each })) });
}

const found = (root: string, base?: string) =>
  guard(root, base)
    .violations.filter(({ path }) => path !== frozen)
    .map(({ path, how }) => `${path}: ${how}`);

it('says of a list of versions that does not fit what it has to be', () => {
  const root = temporaryFolder({ 'contracts/session/versions.json': '{"versions": 7}' });
  expect(() => guard(root)).toThrowError(
    expect.objectContaining({
      code: 'document_invalid',
      where: expect.objectContaining({ described: 'a list of versions, oldest first' }),
    }),
  );
});

describe('the bump guard', () => {
  it('lets a frozen version be, and a new one come beside it', () => {
    const { root, commit } = repositoryWithFrozenVersion();
    expect(guard(root)).toEqual({ by: 'git', frozen: ['session/v1'], violations: [], missing: [] });
    cpSync(join(root, frozen), join(root, 'contracts/session/v2-draft'), { recursive: true });
    writeFileSync(
      join(root, 'contracts/session/versions.json'),
      versions({ name: 'v1', pin: pinOf(join(root, frozen)) }, { name: 'v2-draft' }),
    );
    expect(guard(root, 'HEAD').violations).toEqual([]);
    commit('a draft of the next one');
    writeFileSync(join(root, 'contracts/session/v2-draft/SPEC.md'), 'Another.\n');
    expect(guard(root, 'HEAD').violations).toEqual([]);
  });

  it.each<[string, (root: string) => void, readonly string[]]>([
    [
      'a file that is changed',
      (root) => writeFileSync(join(root, frozen, 'SPEC.md'), 'Other words.\n'),
      [`${frozen}/SPEC.md: it was changed`],
    ],
    [
      'a file that is deleted',
      (root) => rmSync(join(root, frozen, 'golden/a.json')),
      [`${frozen}/golden/a.json: it was deleted`],
    ],
    [
      'a file that is added',
      (root) => writeFileSync(join(root, frozen, 'golden/b.json'), '{}\n'),
      [`${frozen}/golden/b.json: it was added`],
    ],
    [
      'a file that becomes a link',
      (root) => {
        rmSync(join(root, frozen, 'golden/a.json'));
        symlinkSync('../SPEC.md', join(root, frozen, 'golden/a.json'));
      },
      [`${frozen}/golden/a.json: it became another type of file`],
    ],
  ])('finds %s, committed or not', (_, change, expected) => {
    const { root, commit } = repositoryWithFrozenVersion();
    change(root);
    expect(found(root)).toEqual(expected);
    expect(guard(root).violations.at(-1)?.path).toBe(frozen);
    commit('a change');
    expect(found(root)).toEqual(expected);
  });

  it('finds a file that is renamed out of it', () => {
    const { root, git } = repositoryWithFrozenVersion();
    git('mv', `${frozen}/SPEC.md`, 'SPEC.md');
    expect(found(root)).toEqual([`${frozen}/SPEC.md: it was renamed to SPEC.md`]);
  });

  it('finds a file that is renamed within it, and one that is renamed into it', () => {
    const { root, git } = repositoryWithFrozenVersion();
    git('mv', `${frozen}/SPEC.md`, `${frozen}/CONTRACT.md`);
    expect(found(root)).toEqual([`${frozen}/SPEC.md: it was renamed to ${frozen}/CONTRACT.md`]);
    git('mv', `${frozen}/CONTRACT.md`, `${frozen}/SPEC.md`);
    git('mv', 'schemas/commands.json', `${frozen}/commands.json`);
    expect(found(root)).toEqual([`${frozen}/commands.json: it was added`]);
  });

  it('finds the whole folder renamed back to a draft, with the list of versions changed to fit', () => {
    const { root, git } = repositoryWithFrozenVersion();
    git('mv', frozen, 'contracts/session/v1-draft');
    writeFileSync(join(root, 'contracts/session/versions.json'), versions({ name: 'v1-draft' }));
    expect(guard(root).violations[0]).toEqual({
      path: frozen,
      how: 'it is frozen, and versions.json does not name it any more',
    });
    expect(found(root)).toHaveLength(3);
  });

  it('finds what was pushed to the branch directly, with the pin changed to fit', () => {
    const { root, commit } = repositoryWithFrozenVersion();
    writeFileSync(join(root, frozen, 'golden/a.json'), '{"a":2}\n');
    writeFileSync(
      join(root, 'contracts/session/versions.json'),
      versions({ name: 'v1', pin: pinOf(join(root, frozen)) }),
    );
    commit('pushed directly');
    writeFileSync(join(root, 'README.md'), 'Later work.\n');
    commit('and more');
    expect(found(root)).toEqual([`${frozen}/golden/a.json: it was changed`]);
    expect(found(root, 'HEAD')).toEqual([`${frozen}/golden/a.json: it was changed`]);
  });

  it('refuses a history that was cut off, unless it is told what to go by', () => {
    const { root, git } = repositoryWithFrozenVersion();
    const clone = temporaryFolder();
    git('clone', '-q', '--depth', '1', `file://${root}`, join(clone, 'r'));
    expect(() => guard(join(clone, 'r'))).toThrowError(
      expect.objectContaining({ code: 'contract_history_cut_off' }),
    );
    expect(guard(join(clone, 'r'), 'HEAD').violations).toEqual([]);
    writeFileSync(join(clone, 'r', frozen, 'SPEC.md'), 'Other words.\n');
    expect(found(join(clone, 'r'), 'HEAD')).toEqual([`${frozen}/SPEC.md: it was changed`]);
  });

  /** Other words, with the pin changed to fit. */
  function changeWithPin(root: string) {
    writeFileSync(join(root, frozen, 'SPEC.md'), '# The contract session/v1\n\nOther words.\n');
    writeFileSync(
      join(root, 'contracts/session/versions.json'),
      versions({ name: 'v1', pin: pinOf(join(root, frozen)) }),
    );
  }
  type Repository = ReturnType<typeof repositoryWithFrozenVersion>;

  it.each<[string, (repository: Repository) => void]>([
    [
      'brought in by a merge commit',
      ({ root, git, commit }) => {
        git('switch', '-qc', 'side', 'HEAD~1');
        writeFileSync(join(root, 'README.md'), 'A side branch.\n');
        commit('aside');
        git('merge', '-q', '--no-commit', 'main');
        changeWithPin(root);
        commit('merged');
      },
    ],
    [
      'frozen anew behind a merge that keeps nothing of the branch that froze it',
      ({ root, git, commit }) => {
        git('switch', '-qc', 'side', 'HEAD~1');
        git('merge', '-q', '-s', 'ours', '-m', 'ours', 'main');
        renameSync(join(root, 'contracts/session/v1-draft'), join(root, frozen));
        changeWithPin(root);
        commit('frozen again');
      },
    ],
    [
      'frozen in a history of its own, which was merged',
      ({ root, git, commit }) => {
        git('checkout', '-q', '--orphan', 'side');
        changeWithPin(root);
        commit('frozen elsewhere');
        git('merge', '-q', '-s', 'ours', '--allow-unrelated-histories', '-m', 'merged', 'main');
      },
    ],
    [
      'in a history that begins anew, where a tag still has the old one',
      ({ root, git, commit }) => {
        git('tag', 'released');
        git('checkout', '-q', '--orphan', 'side');
        changeWithPin(root);
        commit('a new beginning');
        git('branch', '-qD', 'main');
      },
    ],
    [
      'where git is told to show other objects',
      ({ root, git, commit }) => {
        const freezing = git('rev-parse', 'HEAD').trim();
        changeWithPin(root);
        commit('changed');
        git('replace', '--graft', 'HEAD');
        git('replace', freezing, 'HEAD');
      },
    ],
    [
      'and committed, with the old files back in the working tree',
      ({ root, git, commit }) => {
        changeWithPin(root);
        commit('changed');
        git('restore', '--source=HEAD~1', '--worktree', '.');
      },
    ],
    [
      'where the index says that it is as it was',
      ({ root, git }) => {
        git('update-index', '--assume-unchanged', `${frozen}/SPEC.md`);
        changeWithPin(root);
      },
    ],
  ])('finds a change %s', (_, attack) => {
    const repository = repositoryWithFrozenVersion();
    attack(repository);
    expect(found(repository.root)).toEqual([`${frozen}/SPEC.md: it was changed`]);
  });

  it('finds line feeds that attributes change in every checkout', () => {
    const { root, commit } = repositoryWithFrozenVersion();
    writeFileSync(join(root, '.gitattributes'), 'SPEC.md text eol=crlf\n');
    writeFileSync(
      join(root, frozen, 'SPEC.md'),
      '# The contract session/v1\r\n\r\nWhat must hold, in many words, so that a rename is seen as one.\r\n',
    );
    writeFileSync(
      join(root, 'contracts/session/versions.json'),
      versions({ name: 'v1', pin: pinOf(join(root, frozen)) }),
    );
    commit('attributes');
    expect(found(root)).toEqual([`${frozen}/SPEC.md: it was changed`]);
  });

  it('finds a list of versions that is gone, with or without its contract', () => {
    const { root } = repositoryWithFrozenVersion();
    const gone = [{ path: 'contracts/session/versions.json', how: `it is gone, and ${frozen} is frozen` }];
    rmSync(join(root, 'contracts/session/versions.json'));
    expect(guard(root).violations).toEqual(gone);
    rmSync(join(root, 'contracts'), { recursive: true });
    expect(guard(root).violations).toEqual(gone);
  });

  it('lets a branch be that merged the frozen version, and one that comes from before it', () => {
    const { root, git, commit } = repositoryWithFrozenVersion();
    git('switch', '-qc', 'side', 'HEAD~1');
    writeFileSync(join(root, 'README.md'), 'A side branch.\n');
    commit('aside');
    expect(guard(root)).toMatchObject({ frozen: [], violations: [] });
    git('merge', '-qm', 'merged', 'main');
    expect(guard(root)).toMatchObject({ frozen: ['session/v1'], violations: [] });
  });

  it('goes by the pins where there is no git', () => {
    const { root } = repositoryWithFrozenVersion();
    const bare = temporaryFolder();
    cpSync(root, bare, { recursive: true, filter: (path) => !path.endsWith('.git') });
    expect(guard(bare)).toEqual({ by: 'pins', frozen: ['session/v1'], violations: [], missing: [] });
    writeFileSync(join(bare, frozen, 'SPEC.md'), 'Other words.\n');
    expect(guard(bare).violations).toMatchObject([{ path: frozen, how: expect.stringContaining('pinned') }]);
    writeFileSync(join(bare, 'contracts/session/versions.json'), versions({ name: 'v1' }));
    expect(guard(bare).violations).toMatchObject([{ path: frozen, how: expect.stringContaining('no pin') }]);
    rmSync(join(bare, frozen), { recursive: true });
    expect(guard(bare).violations).toEqual([{ path: frozen, how: 'it is frozen, and gone' }]);
    mkdirSync(join(bare, frozen));
  });

  it('says what a version that is new still lacks', () => {
    const { root } = repositoryWithFrozenVersion();
    writeFileSync(join(root, 'CHANGELOG.md'), '- Something about session/v10 and session/v1-draft.\n');
    rmSync(join(root, 'docs'), { recursive: true });
    expect(guard(root).missing.map(({ path, how }) => `${path}: ${how}`)).toEqual([
      'CHANGELOG.md: it has no line that names session/v1',
      'docs: no page of it, nor README.md, leads to contracts/session/v1',
    ]);
    mkdirSync(join(root, 'contracts/session/v2-draft'));
    writeFileSync(
      join(root, 'contracts/session/versions.json'),
      versions({ name: 'v1', pin: pinOf(join(root, frozen)) }, { name: 'v2-draft' }),
    );
    expect(guard(root).missing.map(({ path }) => path)).toEqual([
      'CHANGELOG.md',
      'docs',
      'CHANGELOG.md',
      'docs',
      'contracts/session/v2-draft/SPEC.md',
      'contracts/session/v2-draft/lifecycle.json',
    ]);
  });
});
