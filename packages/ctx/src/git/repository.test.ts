import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { gitFolder, repositoryTop } from './repository.js';

describe('the repository that a folder is in', () => {
  it('is the nearest one upwards, but not one that holds the home folder', () => {
    const folder = temporaryFolder({ '.git/x': '', 'home/p/.git/x': '', 'home/p/sub/a': '', 'home/q/a': '' });
    const home = join(folder, 'home');
    expect(repositoryTop(join(home, 'p/sub'), home)).toBe(join(home, 'p'));
    expect(repositoryTop(join(home, 'q'), home)).toBeUndefined();
    expect(repositoryTop(join(home, 'q'))).toBe(folder);
    expect(repositoryTop('/')).toBeUndefined();
  });

  it('has its own folder, or a file that names one; what is neither names none', () => {
    const folder = temporaryFolder({
      'a/.git/HEAD': '',
      'a/sub/file': '',
      'b/.git': 'gitdir: ../a/.git/worktrees/b\n',
      'c/.git': 'x',
    });
    expect(gitFolder(join(folder, 'a/sub'))).toBe(join(folder, 'a/.git'));
    expect(gitFolder(join(folder, 'b'))).toBe(join(folder, 'a/.git/worktrees/b'));
    expect(gitFolder(join(folder, 'c'))).toBeUndefined();
  });
});
