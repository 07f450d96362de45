import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { giveIdentity } from './git-identity.js';
import {
  openSessionFolders,
  removeSessionFolders,
  sessionFoldersIn,
  strandedSessionFolders,
} from './session-folders.js';

function place() {
  const [home, project] = [temporaryFolder(), temporaryFolder()];
  const env = { HOME: home };
  const log = join(project, 's.jsonl');
  const open = (isNew: boolean) => {
    const folders = openSessionFolders(env, { log, isNew }, [project]);
    if (folders === undefined) throw new Error('there are no folders');
    return folders;
  };
  return { env, home, project, log, all: sessionFoldersIn(env) ?? '', open };
}

describe('the folders that a session keeps', () => {
  it('are found again, and are nobody else’s to read', () => {
    const { open, all } = place();
    const first = open(true);
    writeFileSync(join(first.tmp, 'note'), 'kept');
    first.release([], '/root');
    const again = open(false);
    expect(readdirSync(again.tmp)).toEqual(['note']);
    for (const folder of [all, join(again.home, '..'), again.home])
      expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('are not kept where no command wrote: folders that mounts stood on are nobody’s work', () => {
    const { open, all } = place();
    const { home, tmp, release } = open(true);
    giveIdentity(undefined, home);
    mkdirSync(join(home, '.nvm'));
    mkdirSync(join(tmp, 'work/project'), { recursive: true });
    release(['/home/ada/.nvm', '/var/tmp/work/project'], '/home/ada');
    expect(readdirSync(all)).toEqual([]);
  });

  it('are kept where a command made a folder beside a mount', () => {
    const { open, all } = place();
    const { tmp, release } = open(true);
    mkdirSync(join(tmp, 'work/other'), { recursive: true });
    release(['/tmp/work/project'], '/home/ada');
    expect(readdirSync(all)).toHaveLength(1);
  });

  it('are empty for a new session, and stay as they are where a session of that name is there', () => {
    const { open, log } = place();
    const first = open(true);
    writeFileSync(join(first.home, 'note'), 'old');
    first.release([], '/root');
    writeFileSync(log, '');
    const refused = open(true);
    expect(readdirSync(refused.home)).toEqual(['note']);
    refused.release([], '/root');
    rmSync(log);
    expect(readdirSync(open(true).home)).toEqual([]);
  });

  it('belong to one process at a time', () => {
    const { env, open, log, project } = place();
    const first = open(true);
    expect(openSessionFolders(env, { log, isNew: false }, [project])).toBeUndefined();
    expect(removeSessionFolders(env, log)).toBe(false);
    expect(strandedSessionFolders(env)).toEqual([]);
    first.release([], '/root');
  });

  it('are not made where a command could change them', () => {
    const { env, home, log } = place();
    expect(openSessionFolders(env, { log, isNew: true }, [home])).toBeUndefined();
    expect(openSessionFolders({}, { log, isNew: true }, [])).toBeUndefined();
    expect(existsSync(join(home, '.local'))).toBe(false);
  });

  it('are removed whole, also what no one may open', () => {
    const { env, open, log, all } = place();
    const { home, release } = open(true);
    mkdirSync(join(home, 'locked/deep'), { recursive: true });
    chmodSync(join(home, 'locked'), 0);
    release([], '/root');
    expect(strandedSessionFolders(env)).toEqual([join(all, readdirSync(all)[0] ?? '')]);
    expect(removeSessionFolders(env, log)).toBe(true);
    expect(removeSessionFolders(env, log)).toBe(false);
    expect(readdirSync(all)).toEqual([]);
  });
});

it('a link that a command left in its home does not lead ctx out when git’s settings are written again', () => {
  const [home, elsewhere] = [temporaryFolder(), temporaryFolder({ '.bashrc': 'as it was' })];
  symlinkSync(join(elsewhere, '.bashrc'), join(home, '.gitconfig'));
  giveIdentity(undefined, home);
  expect(statSync(join(elsewhere, '.bashrc')).size).toBe('as it was'.length);
});
