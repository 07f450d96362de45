import { describe, expect, it } from 'vitest';
import type { Policy } from '../protocol/records.js';
import { judgeCall, judgeTool, tighten } from './policy.js';
import { type ProfileName, withProfile } from './profiles.js';

const written: Policy = { allow: [], deny: [], on_deny: 'tell' };
const bash = { name: 'bash', subject: { field: 'command', kind: 'command' } } as const;
const tools = ['read', 'glob', 'grep', 'list', 'write', 'edit', 'bash', 'mcp__a__b'];
const toolsOf = (policy: Policy) => tools.filter((tool) => judgeTool(policy, tool).allowed);
const runs = (policy: Policy, command: string) => judgeCall(policy, bash, { command }).allowed;

describe('a profile', () => {
  it.each<[ProfileName, string[]]>([
    ['read-only', ['read', 'glob', 'grep', 'list']],
    ['edit', tools],
    ['full', tools],
  ])('%s has the tools %j', (profile, left) => {
    expect(toolsOf(withProfile(written, profile))).toEqual(left);
  });

  it('adds to the rules that are written, and deny wins over it', () => {
    const policy = { ...written, allow: ['bash(git status)'], deny: ['grep'] };
    const readOnly = withProfile(policy, 'read-only');
    expect(toolsOf(readOnly)).toEqual(['read', 'glob', 'list', 'bash']);
    expect(runs(readOnly, 'git status')).toBe(true);
    expect(runs(readOnly, 'git push')).toBe(false);
    expect(toolsOf(withProfile({ ...written, allow: ['read'] }, 'full'))).toEqual(['read']);
  });

  it('is replaced by a stricter one only', () => {
    const edit = withProfile(written, 'edit');
    const readOnly = withProfile(written, 'read-only');
    const full = withProfile(written, 'full');
    expect(tighten(edit, readOnly)).toMatchObject({ profile: 'read-only', allow: readOnly.allow });
    expect(tighten(readOnly, full)).toEqual(readOnly);
    expect(tighten(edit, full)).toEqual(edit);
    expect(tighten(full, edit)).toEqual(edit);
    expect(tighten(written, full)).toEqual(written);
    expect(runs(tighten(written, edit), 'rm -rf x')).toBe(false);
  });
});

describe('the profile edit', () => {
  const edit = withProfile(written, 'edit');
  it.each([
    'kill -9 -1',
    'kill -- -1',
    'kill -s KILL -1',
    'rm -rf x',
    'rm -fr x',
    'rm -r -f x',
    'rm -vfR x',
    'rm x -rf',
    'rm --recursive x',
    'sudo rm -rf /',
    'ls && bash -c "rm -rf x"',
    'git reset --hard',
    'git -C . reset HEAD~1 --hard',
    'git clean -fdx',
    'git checkout -- .',
    'git checkout -- src/a.ts',
    'git checkout HEAD -- a',
    'git checkout .',
    'git checkout HEAD ./src',
    'git checkout -f main',
    'git restore src/a.ts',
    'git switch --discard-changes main',
    'git push --force',
    'git push -f',
    'git push -uf origin main',
    'git push origin main --force-with-lease',
    'git push origin +main',
    'git push origin :main',
    'git push --delete origin main',
    'git push --mirror',
    'git -c x=y push origin main -f',
    'git branch -D main',
    'git stash clear',
    'git reflog expire --all',
    'find . -name x -delete',
    'find -delete',
    'git rm a --force',
    'git switch -C main',
    'git checkout -qB main',
    'git branch -C topic main',
    '/usr/bin/time -f %e rm -rf x',
    "git submodule foreach 'git clean -fdx'",
    'dd if=/dev/zero of=x',
    'mkfs.ext4 /dev/sda',
    'kill -9 -01',
    'git push -4f origin main',
    'git push origin main -6d',
    'git checkout -f2 a',
    'git checkout -q -p',
    'git switch -q -C main',
    'git switch -q --discard-changes main',
    'git branch -q -M a main',
    'git update-ref --no-deref -d refs/heads/main',
    '/usr/lib/git-core/git-reset --hard',
  ])('denies %j', (command) => {
    expect(runs(edit, command)).toBe(false);
  });

  it.each([
    'kill 123',
    'kill -0 123',
    'kill -15 123',
    'kill -9 -123',
    'export SHELL=/bin/bash && npm test',
    'while read k v; do export "$k=$v"; done < .env.example',
    'git switch -q main',
    'git-lfs ls-files',
    'git clone --filter=blob:none https://example.com/a',
    'kill -1 123',
    'kill %1',
    'rm a.ts',
    'rm -f old.ts other.ts',
    'git status',
    'git checkout main',
    'git checkout -b topic',
    'git add -A && git commit -m "remove --force, rm -rf"',
    'git push origin main',
    'git push --follow-tags',
    'git reset HEAD~1',
    'git stash',
    'GIT_EDITOR=true git rebase --continue',
    'GIT_PAGER=cat git log -3',
    'git cherry-pick -x 1234567',
    'git diff --exit-code -- src',
    'git rebase -x "npm test" main',
    'npm run test -- --run',
    'npm exec -- vitest run',
    'docker run --rm image npm test',
    'git branch -d topic',
    'npm test 2>&1 | tail -20',
    'grep -rn "rm -rf" .',
    'find . -name "*.ts" | xargs grep -l x',
    'for f in *.ts; do wc -l "$f"; done',
    'mkdir -p a/b && cp -r a c',
    'sed -i s/a/b/ x.ts',
    'cat > x.ts <<EOF\nrm -rf x\nEOF',
  ])('leaves %j', (command) => {
    expect(runs(edit, command)).toBe(true);
  });
});
