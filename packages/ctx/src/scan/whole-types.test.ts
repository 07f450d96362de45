// What a repository is, where its packages are several things.

import { describe, expect, it } from 'vitest';
import { type Files, json, namesIn } from '../../test/scanned.js';

const kinds = new Set(
  'cli-tool data-science desktop-app documentation-site library mobile-app monorepo web-app web-service'.split(
    ' ',
  ),
);

async function kindsOf(files: Files): Promise<string[]> {
  return (await namesIn(files)).filter((name) => kinds.has(name));
}

const react = json({ name: 'page', private: true, dependencies: { react: '19' } });
const app = json({ name: 'app', private: true, dependencies: { express: '5' } });
const cargo = '[package]\nname = "a"\nlicense = "MIT"\n';

describe('what a package below the top is', () => {
  it.each<[string, Files, string]>([
    [
      'counts where the top is a service',
      { 'package.json': app, 'web/package.json': react },
      'web-app web-service',
    ],
    [
      'counts where the top is nothing',
      { 'a/package.json': app, 'b/c/package.json': react },
      'web-app web-service',
    ],
    ['does not count in a corner of it', { 'package.json': app, 'a/b/c/package.json': react }, 'web-service'],
    [
      'does not count beside a library',
      { 'a.gemspec': 'Gem::Specification.new do\nend\n', 'web/package.json': react },
      'library',
    ],
    [
      'does not count among the tools',
      { 'package.json': app, 'tools/page/package.json': react },
      'web-service',
    ],
    [
      'is no library for others where the top is started',
      {
        'package.json': app,
        'client/package.json': json({ name: 'b', version: '1.0.0', exports: './b.js' }),
      },
      'web-service',
    ],
    [
      'is no monorepo in the documentation',
      {
        'package.json': app,
        'docs/package.json': json({ name: 'd', workspaces: ['a', 'b'] }),
        'docs/a/package.json': '{}',
      },
      'web-service',
    ],
    [
      'makes a library of crates without any program',
      {
        'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n',
        'a/Cargo.toml': cargo,
        'a/src/lib.rs': '',
        'b/Cargo.toml': cargo,
        'b/src/lib.rs': '',
      },
      'library monorepo',
    ],
    [
      'makes no library of crates beside a program',
      {
        'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n',
        'a/Cargo.toml': `${cargo}[[bin]]\nname = "a"\n`,
        'b/Cargo.toml': cargo,
        'b/src/lib.rs': '',
      },
      'cli-tool monorepo',
    ],
  ])('%s', async (_, files, expected) => {
    expect((await kindsOf(files)).join(' ')).toBe(expected);
  });
});

describe('a Go module', () => {
  const mod = 'module a.com/b\nrequire github.com/go-chi/chi v1.0.0\n';
  it.each<[string, Files, string]>([
    ['without a program is a library', { 'go.mod': mod, 'b.go': 'package b\n' }, 'library'],
    ['with a program at its top is none', { 'go.mod': mod, 'b.go': '// b\npackage main\n' }, 'web-service'],
    ['with a program in cmd/ is none', { 'go.mod': mod, 'cmd/b/b.go': 'package main\n' }, 'web-service'],
    [
      'with a package cmd is a library',
      { 'go.mod': mod, 'b.go': 'package b\n', 'cmd/b.go': 'package cmd\n' },
      'library',
    ],
  ])('%s', async (_, files, expected) => {
    expect((await kindsOf(files)).join(' ')).toBe(expected);
  });
});

it.each<[string, Files, string]>([
  [
    'a Go program that serves nothing is a command',
    { 'go.mod': 'module a.com/b\n', 'b.go': 'package main\n' },
    'cli-tool',
  ],
  ['a Go program outside of any module is a command', { 'a.go': 'package main\n' }, 'cli-tool'],
  [
    'a Go program that nobody can install by its path is no command',
    { 'go.mod': 'module a/b.go\n', 'a.go': 'package main\n' },
    '',
  ],
  [
    'a Go program that reads commands is one, whatever its path',
    { 'go.mod': 'module a\nrequire github.com/spf13/cobra v1.0.0\n', 'a.go': 'package main\n' },
    'cli-tool',
  ],
  ['what automake installs is a command', { 'Makefile.am': 'bin_PROGRAMS = a\n', 'a.c': '' }, 'cli-tool'],
  ['a war is a service', { 'pom.xml': '<project><packaging>war</packaging></project>' }, 'web-service'],
  [
    'a crate that nobody may copy is no library',
    { 'Cargo.toml': '[package]\nname = "a"\n', 'src/lib.rs': '' },
    '',
  ],
  [
    'a gem is no command for a line that every gem has',
    { 'a.gemspec': 'Gem::Specification.new do |s|\n  s.executables = `git ls-files -- bin/*`\nend\n' },
    'library',
  ],
  [
    'a package of composer without a type is a library, unless something starts it',
    {
      'composer.json': json({
        name: 'a/b',
        description: 'a',
        license: 'MIT',
        autoload: {},
        require: { 'illuminate/http': '11' },
      }),
    },
    'library',
  ],
  [
    'a page of a model is no application',
    { 'requirements.txt': 'torch\nstreamlit\n', 'a.py': '' },
    'data-science',
  ],
  ['an example by another name is aside', { 'a.py': '', 'example_app/package.json': react }, ''],
])('%s', async (_, files, expected) => {
  expect((await kindsOf(files)).join(' ')).toBe(expected);
});

it('what tests read is nobody’s tool or language', async () => {
  const files = {
    'a.py': '',
    'tests/data/b/pyproject.toml': '[build-system]\nbuild-backend = "setuptools.build_meta"\n',
    'test_data/a.go': '',
  };
  expect(await namesIn(files)).toEqual(['python']);
});

it('a crate for one platform and shared properties of .NET count', async () => {
  const target = '[package]\nname = "a"\n[target.\'cfg(unix)\'.dependencies]\ntokio = "1"\n';
  expect(await namesIn({ 'Cargo.toml': target })).toContain('tokio');
  const shared = '<Project><ItemGroup><PackageReference Include="xunit" /></ItemGroup></Project>';
  expect(await namesIn({ 'test/Directory.Build.props': shared })).toEqual(['xunit']);
});

describe('a kind of project is not concluded', () => {
  it.each<[string, Files, string]>([
    [
      'from an optional crate',
      { 'Cargo.toml': `${cargo}[dependencies]\naxum = { version = "1", optional = true }\n` },
      '',
    ],
    [
      'from versions that no member asks for',
      { 'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n[workspace.dependencies]\naxum = "1"\n' },
      'monorepo',
    ],
    [
      'from a server that the tests need',
      { 'package.json': json({ name: 'a', private: true, devDependencies: { express: '5' } }) },
      '',
    ],
    [
      'from what a workspace is developed with',
      {
        'package.json': json({ name: 'a', workspaces: ['b'], devDependencies: { react: '19' } }),
        'b/package.json': json({ name: 'b' }),
      },
      'monorepo',
    ],
    [
      'from a workspace of one package',
      { 'package.json': '{}', 'pnpm-workspace.yaml': 'packages:\n  - "**"\n' },
      '',
    ],
    ['from a framework in the documentation', { 'docs/package.json': app }, ''],
    [
      'from Flutter in a library',
      { 'pubspec.yaml': 'name: a\nversion: 1.0.0\ndependencies:\n  flutter:\n    sdk: flutter\n' },
      'library',
    ],
    [
      'from a command for a framework',
      { 'package.json': json({ name: 'a', bin: 'a.js', dependencies: { fastify: '5' } }) },
      'cli-tool',
    ],
  ])('%s', async (_, files, expected) => {
    expect((await kindsOf(files)).join(' ')).toBe(expected);
  });
});

it('a framework is not built with itself', async () => {
  const files = {
    'Cargo.toml': '[workspace]\nmembers = ["axum", "axum-extra"]\n',
    'axum/Cargo.toml': '[package]\nname = "axum"\n',
    'axum-extra/Cargo.toml': '[package]\nname = "axum-extra"\n[dependencies]\naxum = { path = "../axum" }\n',
  };
  expect(await namesIn(files)).not.toContain('axum');
  expect(await namesIn({ 'Cargo.toml': '[package]\nname = "a"\n[dependencies]\naxum = "1"\n' })).toContain(
    'axum',
  );
});

describe('a language', () => {
  it('that only a manifest names is not what the repository is written in', async () => {
    const files = { 'tsconfig.json': '{"compilerOptions":{}}', 'a.js': '' };
    expect(await namesIn(files)).toEqual(['javascript']);
    expect(await namesIn({ ...files, 'b.vue': '' })).toContain('typescript');
  });

  it('of generated pages is not', async () => {
    const pages = Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`docs/${i}.html`, '']));
    expect(await namesIn({ 'a.swift': '', 'docs/a.css': '', ...pages })).toEqual(['swift']);
    expect(await namesIn({ 'a.swift': '', 'docs/a.css': '', 'docs/a.html': '' })).toEqual([
      'css',
      'html',
      'swift',
    ]);
  });

  it('counts in a folder of names that happen to be com/example', async () => {
    expect(await namesIn({ 'a.py': '', 'src/main/java/com/example/A.java': '' })).toContain('java');
  });

  it('of a few files among many tests is what they are about', async () => {
    const tests = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`tests/test_${i}.py`, '']));
    const shell = { 'tests/a.sh': '', 'tests/b.sh': '', 'tests/c.sh': '' };
    expect(await namesIn({ 'a.py': '', ...tests, ...shell })).not.toContain('shell');
    expect(await namesIn({ 'a.py': '', ...shell })).toContain('shell');
  });
});
