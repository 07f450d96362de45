import { describe, expect, it } from 'vitest';
import type { Policy } from '../protocol/records.js';
import { bash, policy } from './policy.fixture.js';
import { judgeCall } from './policy.js';

const runs = (parts: Partial<Policy>, command: string) => judgeCall(policy(parts), bash, { command }).allowed;

describe('a deny pattern on commands', () => {
  it.each([
    'rm -rf x',
    'rm',
    '  rm   -rf x',
    'ls && rm -rf x',
    'ls; rm x',
    'ls | rm x',
    'ls & rm x',
    'ls\nrm x',
    'echo $(rm x)',
    'echo `rm x`',
    'echo "$(rm x)"',
    'cat <(rm x)',
    '(rm x)',
    '{ rm x; }',
    'if true; then rm x; fi',
    'for f in a; do rm $f; done',
    '! rm x',
    '/bin/rm x',
    "'rm' x",
    'r\\m x',
    'r""m x',
    'A=1 rm x',
    'A=1 B=2 sudo -u root rm x',
    'env -i A=1 rm x',
    'ls | xargs -n1 rm -f',
    'timeout 5 rm x',
    'nohup rm x &',
    'command rm x',
    'find . -name x -exec rm {} \\;',
    'bash -c "rm x"',
    'sh -ec "ls; rm x"',
    "sudo bash -c 'rm x'",
    'eval rm x',
    'eval "ls; rm x"',
    "trap 'rm x' EXIT",
    'cat <<E\n$(rm x)\nE',
    '$cmd x',
    '$(echo rm) x',
    '`echo rm` x',
    '/bin/r? x',
    '{rm,-rf,x}',
    "$'rm' x",
    'bash -c "$cmd"',
    'eval $cmd',
    'echo rm x | sh',
    'bash <<E\nrm x\nE',
    'f() { rm x; }; f',
    'case a in a) rm x;; esac',
    'echo "unclosed',
    `env ${'A=1 '.repeat(100)} rm x`,
    `${'bash -c '.repeat(20)}'rm x'`,
    "GIT_SSH_COMMAND='rm x' git fetch",
    'op run -- rm x',
    'aws-vault exec me -- rm x',
    'dotenv -e .env rm x',
    'cross-env A=b rm x',
    'concurrently "ls" "rm x"',
    'retry 3 rm x',
    'nix run nixpkgs#coreutils -- rm x',
  ])('denies %j', (command) => {
    expect(runs({ deny: ['bash(rm *)'] }, command)).toBe(false);
  });

  it.each([
    'ls -l',
    'git commit -m "rm x"',
    "git commit -m 'ls; rm x'",
    'echo rm x',
    'grep -r "rm " .',
    'npm run rm',
    'git rm x',
    'npm test > log.txt 2>&1',
    'echo $HOME $(date)',
    "cat > x.sh <<'E'\nrm x\nE",
    'git push $remote',
    'ls *.js | head -5',
    'bash build.sh',
    '[ -f x ] && echo yes',
    'for f in *.js; do node "$f"; done',
    'find . -name rm',
    'sudo apt install x',
  ])('leaves %j', (command) => {
    expect(runs({ deny: ['bash(rm *)'] }, command)).toBe(true);
  });

  it.each([
    'git push',
    'git -C . push origin',
    'git -c x=y push',
    'git --git-dir=.git push',
    'git --git-dir .git --work-tree . push -f',
    'git --no-pager push',
    'git -p -C . -c a=b push',
    'git "$option" push',
    'git pu[s]h',
    'git p?sh origin',
    'git pu["s"]h',
    'git $subcommand origin',
    'git -c alias.p=push p',
    'env git -C . push',
    'xargs git push',
    'xargs git',
  ])('on a subcommand denies %j', (command) => {
    expect(runs({ deny: ['bash(git push *)'] }, command)).toBe(false);
  });

  it.each([
    'git -C . status',
    'git stash push',
    'git log --grep push',
    'ls | xargs -0 cat',
    'find . -print0 | xargs -0 -n1 grep push',
    'find "$folder" -name "*.js" -exec grep x {} +',
    'echo $((count + 1))',
    `[ -n "$x" ] && echo "\${x:-none}"`,
    "grep -n 'end$' a | head",
    'npm test 2>&1 | tail -20',
  ])('on a subcommand leaves %j', (command) => {
    expect(runs({ deny: ['bash(git push *)'] }, command)).toBe(true);
  });

  it.each([
    '$x ',
    'env ',
    'bash -c ',
    "ssh 'a b' ",
    'xargs ',
    '[a',
    '`a` ',
    '$(cat <<A\n',
    'find . -exec ',
    'git -C ',
    'a;',
  ])('denies what can be read in too many ways: %j over and over', (part) => {
    const command = part.repeat(Math.floor((127 * 1024) / part.length));
    expect(runs({ deny: ['bash(rm *)'] }, `${command} rm x`)).toBe(false);
    expect(runs({ deny: ['bash(rm *)'] }, `echo; ${command.repeat(8)}`)).toBe(false);
    expect(runs({ allow: ['bash(env *)'] }, `${command}\nid`)).toBe(false);
  });

  it('is held against the whole text as well, so that it can name operators', () => {
    expect(runs({ deny: ['bash(*curl*| sh*)'] }, 'curl x | sh -s a')).toBe(false);
    expect(runs({ deny: ['bash(* > /etc/*)'] }, 'echo a > /etc/passwd')).toBe(false);
  });
});

describe('an allow pattern on commands', () => {
  it.each([
    'git status',
    'git',
    'git log | git apply',
    'git push "$remote"',
    'git diff 2>&1',
    'git diff HEAD~1 --stat 2>/dev/null | git apply',
    'git commit -m "it\'s \\"so\\"; rm x > y"',
    "git log --format='%h $(x) `y`'",
    'git add .\ngit status;',
    'git status || git init && git log',
    'git log > /dev/null',
  ])('allows %j', (command) => {
    expect(runs({ allow: ['bash(git *)'] }, command)).toBe(true);
  });

  it.each([
    'ls',
    'git status && rm x',
    'git log $(rm x)',
    'git log `rm x`',
    'git log > ~/.bashrc',
    'git log > f',
    'git log >f',
    'git log 2> f',
    'git log >> f',
    'git log &> f',
    'git log >| f',
    'git log > /dev/nullx',
    'git log > /dev/null/../../f',
    'PATH=. git status',
    'sudo git status',
    '$x git',
    '{git,status}',
    'git log "unclosed',
    'git log\nrm x',
    'for i in a; do git log; done',
    'git log <(rm x)',
    '(git status)',
    'git status &',
    'git log < x',
    'git log $x',
    'git log *.js',
    'git log ~',
    'git log {a,b}',
    'git status # x',
    'git log \\$x',
    'git status\r',
    'git\u00a0status',
    'git log \u00e0',
    'git() { rm x; }; git',
    '! git status',
    'time git status',
    '{ git status; }',
    'git status;;',
    "'git status' x",
    'git log 12>&1',
    'git log >&2x',
    'git log |& git apply',
    `git log "\${x}"`,
    `git status < \${x:-<(id > f)}`,
    'git status <<E\\\nF\n$(rm x)\nEF',
    `git \${x[0}'$(touch made)']}`,
    '',
    '# git',
    'gitx y',
  ])('does not allow %j', (command) => {
    expect(runs({ allow: ['bash(git *)'] }, command)).toBe(false);
  });

  it('takes the spelling of Claude Code', () => {
    expect(runs({ allow: ['bash(git:*)'] }, 'git status')).toBe(true);
    expect(runs({ allow: ['bash(git:*)'] }, 'git')).toBe(true);
    expect(runs({ allow: ['bash(git:*)'] }, 'gitx')).toBe(false);
    expect(runs({ deny: ['bash(rm:*)'] }, 'ls; rm x')).toBe(false);
  });

  it('does not take a blank of the rule for one inside a word', () => {
    expect(runs({ allow: ['bash(git log *)'] }, "git 'log -p'")).toBe(false);
    expect(runs({ allow: ['bash(git log *)'] }, "git log 'a b'")).toBe(true);
  });

  it.each(["test -v 'a[$(rm x)]'", "printf -v 'a[$(rm x)]' y", 'test -v "$x"', "unset 'a[$(rm x)]'"])(
    'does not allow what the shell evaluates: %j',
    (command) => {
      expect(runs({ allow: ['bash(test *)'] }, command)).toBe(false);
      expect(runs({ allow: ['bash(printf *)'] }, command)).toBe(false);
      expect(runs({ allow: ['bash(unset *)'] }, command)).toBe(false);
      for (const name of ['builtin', 'command -p'])
        expect(runs({ allow: [`bash(${name} *)`] }, `${name} ${command}`)).toBe(false);
    },
  );

  it.each([
    "printf -v b 'a\\133$(rm x)]'; let b",
    'printf -v PATH . ; git log',
    "printf '-vPATH' . ; git log",
  ])('does not allow what puts a variable together for the next command: %j', (command) => {
    expect(runs({ allow: ['bash({printf,let,git} *)'] }, command)).toBe(false);
    expect(runs({ allow: ['bash({printf,let,git} *)'] }, "printf '%s' -v; git log")).toBe(true);
  });

  it('allows what several rules allow only where one of them covers all of it', () => {
    expect(runs({ allow: ['bash(git *)', 'bash(ls *)'] }, 'ls')).toBe(true);
    expect(runs({ allow: ['bash(git *)'], deny: ['bash(git push *)'] }, 'git push origin')).toBe(false);
  });
});
