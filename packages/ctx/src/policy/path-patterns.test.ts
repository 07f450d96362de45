import { describe, expect, it } from 'vitest';
import { judgeCall } from './policy.js';

const judge = (
  rules: { allow?: string[]; deny?: string[] },
  path: string,
  kind: 'path' | 'tree' = 'path',
) => {
  const tool = { name: 'read', subject: { field: 'path', kind } };
  return judgeCall({ allow: [], deny: [], on_deny: 'tell', ...rules }, tool, { path }).allowed;
};

describe('a deny pattern on paths', () => {
  it.each([
    ['**/.env', '.env'],
    ['**/.env', 'a/b/.env'],
    ['.env', '.env'],
    ['.env', 'a/b/.env'],
    ['.env', '/anywhere/a/.env'],
    ['.env*', 'a/.env.local'],
    ['secrets', 'secrets/key'],
    ['secrets', 'a/secrets/b/key'],
    ['secrets/', 'secrets/key'],
    ['secrets/', 'a/secrets/key'],
    ['a/secrets/', 'a/secrets/deep/key'],
    ['/secrets/*', 'secrets/key'],
    ['/etc/passwd', '/etc/passwd'],
    ['~/.ssh/*', '/home/somebody/.ssh/id'],
    ['a/**/key', 'a/key'],
    ['a/**/key', 'a/b/c/key'],
    ['a/**', 'a/b/c'],
    ['*.{pem,key}', 'a/x.pem'],
    ['*.{pem,key}', 'x.key'],
    ['{a,b}/{c,d}', 'b/c'],
    ['x?.ts', 'a/x1.ts'],
    ['x[0-9].ts', 'x1.ts'],
    ['x[!a].ts', 'x1.ts'],
    ['x\\*.ts', 'x*.ts'],
    ['./secrets/*', 'secrets/key'],
    [`${'{'.repeat(9)}a,b${'},c'.repeat(8)}}`, 'b'],
    ['{a,b}'.repeat(12), 'anything'],
  ])('%j denies %j', (pattern, path) => {
    expect(judge({ deny: [`read(${pattern})`] }, path)).toBe(false);
  });

  it.each([
    ['**/.env', 'a/.envrc'],
    ['.env', 'x.env'],
    ['secrets/', 'secrets.md'],
    ['a/secrets/', 'b/a/secrets/key'],
    ['/secrets/*', 'a/secrets/key'],
    ['*.{pem,key}', 'x.pub'],
    ['x?.ts', 'x.ts'],
    ['a?b', 'a/b'],
    ['x[0-9].ts', 'xa.ts'],
    ['x[!a].ts', 'xa.ts'],
    ['x\\*.ts', 'xa.ts'],
    ['{a}', 'a'],
  ])('%j leaves %j', (pattern, path) => {
    expect(judge({ deny: [`read(${pattern})`] }, path)).toBe(true);
  });

  it('holds for a search of any folder that may hold such a file', () => {
    expect(judge({ deny: ['read(**/.env)'] }, 'src', 'tree')).toBe(false);
    expect(judge({ deny: ['read(lib/*.{a,b})'] }, 'src', 'tree')).toBe(true);
    expect(judge({ deny: ['read(src/[ab]?c)'] }, 'src', 'tree')).toBe(false);
  });
});

describe('an allow pattern on paths', () => {
  it.each([
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'a/b.ts', true],
    ['src/', 'src/a/b', true],
    ['/src/*', 'src/a', true],
    ['{src,test}/*', 'test/a', true],
    ['src/?.ts', 'src/a.ts', true],
    ['README.md', 'README.md', true],
    ['README.md', 'a/README.md', false],
    ['src', 'src/a', false],
    ['src/?', 'src/a/b', false],
    ['src/[a-c]', 'src/d', false],
    ['~/x', '/home/a/x/../y', false],
    ['{a,b}'.repeat(12), 'a', false],
  ])('%j of %j: %s', (pattern, path, allowed) => {
    expect(judge({ allow: [`read(${pattern})`] }, path)).toBe(allowed);
  });

  it('does not cover a search of what is not known by a letter or a set', () => {
    expect(judge({ allow: ['read(src/?)'] }, 'src', 'tree')).toBe(false);
    expect(judge({ allow: ['read(src/[!a])'] }, 'src', 'tree')).toBe(false);
    expect(judge({ allow: ['read(src/)'] }, 'src', 'tree')).toBe(true);
  });
});

describe('a pattern on commands', () => {
  it('takes {a,b} for either', () => {
    const bash = { name: 'bash', subject: { field: 'command', kind: 'command' } } as const;
    const runs = (rules: object, command: string) =>
      judgeCall({ allow: [], deny: [], on_deny: 'tell', ...rules }, bash, { command }).allowed;
    expect(runs({ allow: ['bash(npm {test,run lint} *)'] }, 'npm run lint -- --fix')).toBe(true);
    expect(runs({ allow: ['bash(npm {test,run lint} *)'] }, 'npm publish')).toBe(false);
    expect(runs({ deny: ['bash({rm,mv} *)'] }, 'ls; mv a b')).toBe(false);
  });
});
