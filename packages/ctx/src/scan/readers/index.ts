// Which reader wants which file. The code for an ecosystem is loaded when the first of its files turns up.

import { isBelow } from '../packages.js';
import { compose, composeInside, devcontainer, dockerfile } from './containers.js';
import type { ReaderEntry } from './reader-entry.js';
import { toolReaders } from './tools.js';

const cloud = () => import('./cloud.js');
const dotnet = () => import('./dotnet.js');
const elixirDart = () => import('./elixir-dart.js');
const go = () => import('./go.js');
const jvm = () => import('./jvm.js');
const kubernetes = () => import('./kubernetes.js');
const native = () => import('./native.js');
const npm = () => import('./npm.js');
const php = () => import('./php.js');
const python = () => import('./python.js');
const requirementsReader = () => import('./python-requirements.js');
const ruby = () => import('./ruby.js');
const rust = () => import('./rust.js');

/** Folders whose YAML is never a manifest, and often plenty. */
const noManifests = new Set(
  '.github .circleci locale locales i18n lang translations _data templates'.split(' '),
);
const requirements =
  /(^|\/)((?:[a-z]+[-_.])?(requirements?|constraints)([-_.][\w.-]*)?|requirements\/[\w.-]+)\.(txt|in)$/;

export const readers: readonly ReaderEntry[] = [
  { names: ['package.json'], load: async () => (await npm()).packageJson },
  {
    names: [
      'package-lock.json',
      'npm-shrinkwrap.json',
      'pnpm-lock.yaml',
      'yarn.lock',
      'bun.lock',
      'bun.lockb',
    ],
    load: async () => (await npm()).npmLocks,
  },
  {
    names: ['pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'turbo.json', 'rush.json'],
    load: async () => (await npm()).workspaceFiles,
  },
  { names: ['pyproject.toml'], load: async () => (await python()).pyproject },
  {
    endings: ['.txt', '.in'],
    where: (path) => requirements.test(path),
    load: async () => (await requirementsReader()).requirementFiles,
  },
  {
    endings: ['.py'],
    where: (path) => !path.includes('/'),
    last: true,
    load: async () => (await requirementsReader()).bareScript,
  },
  { names: ['setup.py'], load: async () => (await requirementsReader()).setupPy },
  { names: ['Pipfile'], load: async () => (await python()).pipfile },
  { names: ['setup.cfg'], load: async () => (await python()).setupCfg },
  {
    names: ['poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile.lock'],
    load: async () => (await python()).pythonLocks,
  },
  {
    names: ['environment.yml', 'environment.yaml', 'conda.yml', 'conda.yaml'],
    load: async () => (await python()).conda,
  },
  {
    names: ['conftest.py', 'pytest.ini', 'tox.ini', 'noxfile.py'],
    load: async () => (await python()).pytestFiles,
  },
  { names: ['Cargo.toml'], load: async () => (await rust()).cargo },
  { names: ['go.mod'], load: async () => (await go()).goMod },
  {
    endings: ['.go'],
    where: (path) => !path.includes('/') && !path.endsWith('_test.go'),
    last: true,
    load: async () => (await go()).goFile,
  },
  { names: ['go.work'], load: async () => (await go()).goWork },
  { names: ['Gemfile', 'gems.rb'], load: async () => (await ruby()).gemfile },
  { endings: ['.gemspec'], load: async () => (await ruby()).gemspec },
  {
    names: ['.credo.exs'],
    load: async () => (await elixirDart()).credo,
  },
  {
    names: ['.rspec', 'Rakefile', '.rubocop.yml', '.yardopts', 'Gemfile.lock'],
    load: async () => (await ruby()).rubyFiles,
  },
  { names: ['importmap.php', 'importmap.rb'], load: async () => (await npm()).importMap },
  { names: ['composer.json'], load: async () => (await php()).composer },
  { names: ['phpunit.xml', 'phpunit.xml.dist'], load: async () => (await php()).phpunit },
  {
    names: ['style.css'],
    endings: ['.php'],
    // WordPress looks for the head comment of a plugin or theme near the top only.
    where: (path) => path.indexOf('/', path.indexOf('/') + 1) === -1,
    load: async () => (await php()).wordpress,
  },
  { names: ['pom.xml'], load: async () => (await jvm()).maven },
  {
    names: ['site.xml'],
    where: (path) => path.endsWith('src/site/site.xml'),
    load: async () => (await jvm()).mavenSite,
  },
  { names: ['build.gradle', 'build.gradle.kts'], load: async () => (await jvm()).gradle },
  { names: ['settings.gradle', 'settings.gradle.kts'], load: async () => (await jvm()).gradleSettings },
  { names: ['build.sbt'], load: async () => (await jvm()).sbt },
  { names: ['libs.versions.toml'], load: async () => (await jvm()).gradleCatalog },
  {
    names: ['Directory.Build.props', 'Directory.Build.targets'],
    load: async () => (await dotnet()).dotnetShared,
  },
  {
    endings: ['.csproj', '.fsproj', '.vbproj'],
    load: async () => (await dotnet()).dotnetProject,
  },
  { names: ['mix.exs'], load: async () => (await elixirDart()).mix },
  { names: ['test_helper.exs'], load: async () => (await elixirDart()).exUnit },
  { names: ['pubspec.yaml'], load: async () => (await elixirDart()).pubspec },
  { names: ['project.pbxproj'], load: async () => (await native()).xcodeProject },
  { names: ['Package.swift'], load: async () => (await native()).swiftPackage },
  { names: ['CMakeLists.txt'], load: async () => (await native()).cmake },
  {
    names: [
      'Makefile',
      'makefile',
      'Makefile.am',
      'GNUmakefile',
      'justfile',
      'Justfile',
      'Taskfile.yml',
      'Taskfile.yaml',
      'meson.build',
      'MODULE.bazel',
      'WORKSPACE.bazel',
      'WORKSPACE',
      'BUILD.bazel',
      'build.sbt',
      'vcpkg.json',
      'conanfile.txt',
      'conanfile.py',
      'build.zig',
      'dune-project',
      'stack.yaml',
    ],
    load: async () => (await native()).buildFiles,
  },
  { names: ['cabal.project'], load: async () => (await native()).cabalProject },
  { names: ['dune'], load: async () => (await native()).dune },
  {
    names: ['catch.hpp', 'catch_amalgamated.hpp', 'doctest.h'],
    load: async () => (await native()).testHeader,
  },
  {
    names: ['Dockerfile', 'Containerfile'],
    endings: ['.Dockerfile', '.dockerfile'],
    load: () => dockerfile,
  },
  {
    endings: ['.yml', '.yaml'],
    where: (_, name) =>
      name.includes('compose') && /^([\w-]+[.-])?(docker-)?compose([._-][\w.-]+)?\.ya?ml$/.test(name),
    load: () => compose,
  },
  {
    endings: ['.yml', '.yaml'],
    where: (path) => /(^|\/)(docker|docker-compose|compose)\/[^/]+$/.test(path) && !path.includes('compose.'),
    last: true,
    load: () => composeInside,
  },
  { names: ['devcontainer.json'], load: () => devcontainer },
  {
    endings: ['.yaml', '.yml'],
    // The code is not loaded for what is certainly something else.
    where: (path, name) => !/^(\.|pnpm-|(docker-)?compose)/.test(name) && !isBelow(path, noManifests),
    last: true,
    load: async () => (await kubernetes()).manifests,
  },
  {
    names: ['kustomization.yaml', 'kustomization.yml'],
    load: async () => (await kubernetes()).kustomization,
  },
  { names: ['Chart.yaml'], load: async () => (await kubernetes()).helm },
  { endings: ['.tf'], load: async () => (await cloud()).terraform },
  {
    names: ['serverless.yml', 'serverless.yaml', 'template.yaml', 'template.yml', 'cdk.json'],
    load: async () => (await cloud()).serverless,
  },
  { names: ['Pulumi.yaml', 'Pulumi.yml'], load: async () => (await cloud()).pulumi },
  {
    names: [
      'ansible.cfg',
      'playbook.yml',
      'playbook.yaml',
      'site.yml',
      'galaxy.yml',
      'molecule.yml',
      'main.yml',
    ],
    where: (path, name) => name !== 'main.yml' || /(^|\/)meta\/main\.yml$/.test(path),
    load: async () => (await cloud()).ansible,
  },
  {
    names: [
      'app.yaml',
      'fly.toml',
      'netlify.toml',
      'railway.json',
      'railway.toml',
      'render.yaml',
      'skaffold.yaml',
      'vercel.json',
      'wrangler.jsonc',
      'wrangler.json',
      'wrangler.toml',
    ],
    load: async () => (await cloud()).platformFiles,
  },
  { names: ['Procfile'], load: async () => (await cloud()).procfile },
  ...toolReaders,
];
