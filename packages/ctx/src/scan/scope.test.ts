// What a file speaks for: the project, those who develop it, or somebody else.

import { describe, expect, it } from 'vitest';
import { json, namesIn } from '../../test/scanned.js';

describe('what came from elsewhere or is only there to develop with', () => {
  const python = { 'a/__init__.py': '' };

  it.each([
    [
      'a repository copied into the tests',
      {
        'a.c': 'int x;\n',
        'tests/unity/.travis.yml': 'language: ruby\n',
        'tests/unity/test/.rubocop.yml': 'AllCops:\n',
        'tests/unity/auto/a.rb': '',
        'tests/unity/auto/b.rb': '',
        'tests/unity/auto/c.rb': '',
      },
      'c',
    ],
    [
      'test data with a package.json',
      { 'a.c': 'int x;\n', 'tests/suite/package.json': json({ name: 'suite' }) },
      'c',
    ],
    [
      'the environment of those who develop a Python project',
      {
        ...python,
        'pyproject.toml': '[project]\nname = "a"\ndependencies = ["colorama"]\n',
        'environment.yml': 'dependencies:\n- python\n- pandas\n- pytest\n- mkdocs-material\n',
      },
      'conda mkdocs pytest python',
    ],
    [
      'requirements beside a manifest that lists its own',
      {
        ...python,
        'pyproject.toml': '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\nflask = "3"\n',
        'requirements.txt': 'redis==5\npytest==8\n',
        'requirements/base.txt': 'django==5\n',
      },
      'flask pip poetry pytest python web-service',
    ],
    ['one test in another language, by its name', { 'a.c': 'int x;\n', 'a_spec.lua': '' }, 'c'],
    [
      'what build tools read, and libraries for pages',
      {
        'a.cpp': '',
        'conanfile.py': 'from conan import ConanFile\n',
        'xmake.lua': '',
        'static/jquery-3.7.1.js': '',
        '.yarn/releases/yarn-4.4.1.cjs': '',
      },
      'c++ conan',
    ],
    [
      'what a generator writes for others',
      { 'lib/a.rb': '', 'lib/generators/a/templates/_form.html.erb': '' },
      'ruby',
    ],
    [
      'what a package writes into the projects of others',
      { 'a.php': '', 'stubs/app.ts': '', 'stubs/tailwind.config.js': 'export default {};\n' },
      'php',
    ],
    [
      'a folder of copies with a name of its own',
      {
        'a.go': 'package main\n',
        'vendor_jsonnet/x/docker-compose.yaml': 'services:\n  a:\n    image: redis\n',
      },
      'cli-tool go',
    ],
    [
      'what a frozen list holds for others',
      { 'a.py': '', 'requirements.txt': 'certifi==1\nidna==3\nurllib3==1\nDjango==5\nPyJWT==2\n' },
      'django pip python web-service',
    ],
    [
      'a language of one test, whatever declares it',
      { 'a.js': '', 'tests/types/tsconfig.json': '{"compilerOptions":{}}', 'tests/types/test.ts': '' },
      'javascript',
    ],
    ['templates of anything but pages', { 'a.swift': '', 'Sources/Container.erb': '' }, 'swift'],
    [
      'a program beside what is for import',
      {
        'a.go': 'package a\n',
        'go.mod': 'module x\nrequire github.com/urfave/cli v1.22.17\n',
        'cmd/t/main.go': 'package main\n',
      },
      'go go-modules library',
    ],
    [
      'what reads options, in a list of packages',
      { 'a.py': '', 'requirements.txt': 'click==7\nflask-login==1\n' },
      'click flask pip python web-service',
    ],
    [
      'one module, or a crate for macros',
      {
        'Cargo.toml': '[package]\nname = "a"\n[workspace]\nmembers = ["impl", "tests/x"]\n',
        'src/main.rs': '',
        'impl/Cargo.toml': '[package]\nname = "a-impl"\n',
        'tests/x/Cargo.toml': '[package]\nname = "a-x"\n',
      },
      'cargo cargo-workspace rust',
    ],
    [
      'a gem that lists no program',
      { 'lib/a.rb': '', 'a.gemspec': 'Gem::Specification.new do |s|\n  s.executables = []\nend\n' },
      'library ruby',
    ],
    [
      'Spring Boot that serves nothing',
      {
        'src/main/java/A.java': '',
        'build.gradle':
          "plugins {\n  id 'org.springframework.boot' version '3'\n}\ndependencies {\n  implementation 'org.springframework.boot:spring-boot-starter-amqp'\n}\n",
      },
      'gradle java rabbitmq spring spring-boot',
    ],
    [
      'a workspace of the fuzzer alone',
      {
        'Cargo.toml': '[package]\nname = "a"\n',
        'src/main.rs': '',
        'fuzz/Cargo.toml': '[package]\nname = "f"\n[workspace]\nmembers = ["."]\n',
      },
      'cargo rust',
    ],
    [
      'a front end that only the scaffolding of Laravel names',
      {
        'composer.json': json({ require: { 'laravel/framework': '9' } }),
        artisan: '',
        'a.php': '',
        'package.json': json({ private: true, devDependencies: { vue: '2' } }),
      },
      'composer eloquent laravel node.js php vue web-service',
    ],
  ])('does not count: %s', async (_, files, names) => {
    expect((await namesIn(files)).join(' ')).toBe(names);
  });

  it('counts requirements where the manifest leaves the list to them', async () => {
    const files = {
      'pyproject.toml': '[project]\nname = "a"\ndynamic = ["dependencies"]\n',
      'requirements.txt': 'redis==5\n',
    };
    expect(await namesIn(files)).toContain('redis');
  });

  it('takes a front end with components of its own for an application, beside Laravel too', async () => {
    const files = {
      'composer.json': json({ require: { 'laravel/framework': '9' } }),
      'package.json': json({ private: true, devDependencies: { vue: '2' } }),
      'a.vue': '',
      'b.vue': '',
      'c.vue': '',
    };
    expect(await namesIn(files)).toContain('web-app');
  });
});

describe('Go code at the top', () => {
  it.each([
    [
      'is for import, whatever lies in cmd',
      { 'a.go': 'package a\n', 'cmd/a/main.go': 'package main\n' },
      true,
    ],
    ['is for import without a module file', { 'a.go': '// Package a\npackage a\n' }, true],
    ['is a program', { 'a.go': 'package main\n', 'go.mod': 'module x\n' }, false],
  ])('%s', async (_, files, library) => {
    expect((await namesIn(files)).includes('library')).toBe(library);
  });
});

describe('counts what files by their own names say', () => {
  const pom = (inside: string) => `<project><artifactId>a</artifactId>${inside}</project>`;

  it.each([
    [
      'dune',
      { 'src/dune': '(library\n (name a)\n (public_name a))\n(executable\n (public_name ydump))\n' },
      'cli-tool library',
    ],
    ['dune, of what is not installed', { 'src/dune': '(library\n (name a))\n(executable\n (name t))\n' }, ''],
    [
      'a role of Ansible',
      { 'meta/main.yml': 'galaxy_info:\n  role_name: mysql\n' },
      'ansible infrastructure-code mysql',
    ],
    ['VitePress', { 'docs/.vitepress/config.js': 'export default {};\n' }, 'documentation-site vitepress'],
    [
      'packages that cabal builds together',
      { 'cabal.project': 'packages:\n  ./\n  a-extra\n  benchmarks\ntests: true\n' },
      'monorepo',
    ],
    [
      'contracts',
      { 'contracts/a.sol': '', 'contracts/b.sol': '', 'contracts/c.sol': '' },
      'smart-contracts solidity',
    ],
    ['a header of Catch2', { 'test/catch.hpp': '', 'a.cpp': '' }, 'c++ catch2'],
    ['Hugo', { 'site/config.yaml': 'baseURL: "https://a.example"\n' }, 'documentation-site hugo'],
    ['a config.yaml of anything else', { 'config.yaml': 'url: x\n' }, ''],
    [
      'a POM fit for Maven Central',
      { 'pom.xml': pom('<licenses/><scm/>'), 'A.java': '' },
      'java library maven',
    ],
    [
      'a POM with a plugin of Maven’s own',
      {
        'pom.xml': pom(
          '<build><plugins><plugin><artifactId>maven-javadoc-plugin</artifactId></plugin></plugins></build>',
        ),
        'A.java': '',
      },
      'java javadoc maven',
    ],
    [
      'settings in a package.json',
      { 'package.json': json({ eslintConfig: {}, mocha: {} }) },
      'eslint mocha node.js',
    ],
    [
      'modules below each other',
      { 'settings.gradle.kts': 'include(\n  ":a",\n  ":b",\n)\n' },
      'gradle-multi-project monorepo',
    ],
    ['tests that tox runs', { 'tox.ini': '[testenv]\ndeps =\n  pytest==9\n' }, 'pytest tox'],
    [
      'a header-only library',
      { 'CMakeLists.txt': 'project(a CXX)\nadd_library(a INTERFACE)\n', 'a.hpp': '' },
      'c++ cmake library',
    ],
  ])('%s', async (_, files, names) => {
    expect((await namesIn(files)).join(' ')).toBe(names);
  });
});
