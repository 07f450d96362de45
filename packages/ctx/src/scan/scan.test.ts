import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { scanRepository } from './scan.js';

async function scanOf(files: Readonly<Record<string, string>>) {
  return scanRepository(temporaryFolder(files), undefined);
}

async function namesIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  return (await scanOf(files)).findings.map(({ name }) => name).sort();
}

const json = (value: unknown) => JSON.stringify(value);

describe('a scan names what the files declare', () => {
  const cases: readonly [string, Readonly<Record<string, string>>, string][] = [
    [
      'npm with its lock file',
      {
        'package.json': json({ name: 'a', dependencies: { fastify: '1', pg: '1' } }),
        'package-lock.json': '{"lockfileVersion": 3}',
      },
      'fastify node.js npm postgresql web-service',
    ],
    [
      'pnpm',
      {
        'package.json': json({ devDependencies: { vitest: '1' } }),
        'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
      },
      'node.js pnpm vitest',
    ],
    [
      'yarn 1 and yarn 4',
      { 'yarn.lock': '# a\n# yarn lockfile v1\n', 'sub/yarn.lock': '__metadata:\n  version: 8\n' },
      'yarn',
    ],
    [
      'bun',
      {
        'bun.lock': '{\n  "lockfileVersion": 1,\n}',
        'package.json': json({ workspaces: ['packages/*'] }),
        'packages/a/package.json': json({ name: 'a' }),
      },
      'bun bun-workspaces monorepo node.js',
    ],
    ['bun’s binary lock', { 'bun.lockb': '#!/usr/bin/env bun\nbun-lockfile-format-v0\n' }, 'bun'],
    [
      'a lock file without its manifest',
      {
        'package-lock.json': json({
          lockfileVersion: 3,
          packages: { '': { dependencies: { express: '4' } } },
        }),
      },
      'express node.js npm web-service',
    ],
    [
      'a package of npm that is a command and a library',
      {
        'package.json': json({
          name: 'a',
          bin: 'x.js',
          exports: './a.js',
          types: './a.d.ts',
          scripts: { test: 'node --test' },
          packageManager: 'pnpm@9.0.0',
          jest: {},
        }),
      },
      'cli-tool jest library node-test node.js pnpm',
    ],
    [
      'lerna, nx and rush',
      {
        'lerna.json': '{"version":"1"}',
        'nx.json': '{"plugins":[]}',
        'rush.json': '{"rushVersion":"5"}',
        'turbo.json': '{"tasks":{}}',
      },
      'lerna monorepo nx rush turborepo',
    ],
    [
      'PEP 621 and 735',
      {
        'pyproject.toml':
          '[project]\nname = "a"\ndependencies = ["FastAPI[all]>=0.1 ; python_version > \'3\'", "motor"]\n[project.optional-dependencies]\ncache = ["redis"]\n[project.scripts]\na = "a:main"\n[dependency-groups]\ndev = ["pytest", {include-group = "x"}]\n[build-system]\nbuild-backend = "hatchling.build"\n[tool.ruff]\n',
      },
      'cli-tool fastapi hatch mongodb pytest python redis ruff web-service',
    ],
    [
      'Poetry',
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\ndjango = "^5"\n[tool.poetry.group.dev.dependencies]\nblack = "*"\n[tool.poetry.dev-dependencies]\nmypy = "*"\n[tool.poetry.scripts]\na = "a"\n',
        'poetry.lock': '[[package]]\nname = "x"\n',
      },
      'black cli-tool django mypy poetry python web-service',
    ],
    [
      'uv and PDM',
      {
        'pyproject.toml':
          '[project]\nname = "a"\n[tool.uv]\ndev-dependencies = ["ruff"]\n[tool.uv.workspace]\nmembers = ["packages/*"]\n[tool.pdm.dev-dependencies]\nlint = ["flake8"]\n',
        'uv.lock': 'version = 1\n',
        'pdm.lock': '[metadata]\n',
      },
      'flake8 monorepo pdm python ruff uv uv-workspace',
    ],
    [
      'requirements',
      {
        'requirements.txt': '# web\nDjango==5.0  # pinned\n-r other.txt\nsome_unknown\n',
        'requirements/dev.txt': 'pytest-cov\n',
      },
      'django pip pytest python web-service',
    ],
    [
      'Pipfile',
      {
        Pipfile: '[packages]\nflask = "*"\n[dev-packages]\npytest = "*"\n',
        'Pipfile.lock': '{\n "_meta": {}\n}',
      },
      'flask pipenv pytest python web-service',
    ],
    [
      'setup.cfg, tox and nox',
      {
        'setup.cfg':
          '[metadata]\nname = a\n[options]\ninstall_requires =\n    click\n[tool:pytest]\n[mypy]\n',
        'tox.ini': '[tox]\n[pytest]\n',
        'noxfile.py': 'import nox\n',
        'pytest.ini': '[pytest]\n',
      },
      'cli-tool click mypy nox pytest python setuptools tox',
    ],
    [
      'conda',
      {
        'environment.yml':
          'name: a\ndependencies:\n  - python=3.12\n  - conda-forge::numpy\n  - pytorch\n  - pip:\n      - openai\n',
      },
      'conda data-science numpy openai python pytorch',
    ],
    [
      'Cargo',
      {
        'Cargo.toml':
          '[package]\nname = "a"\nlicense = "MIT"\n[lib]\n[dependencies]\naxum = "1"\nsqlx = { version = "1", features = ["postgres"] }\ndb = { package = "redis", version = "1" }\n[dev-dependencies]\nproptest = "1"\n',
      },
      'axum cargo library postgresql proptest redis rust sqlx',
    ],
    [
      'a Cargo workspace',
      {
        'Cargo.toml': '[workspace]\nmembers = ["a"]\n[workspace.dependencies]\nclap = "4"\naxum = "0.8"\n',
        'a/Cargo.toml': '[package]\nname = "a"\n[dependencies]\nclap.workspace = true\n',
      },
      'axum cargo cargo-workspace clap cli-tool monorepo rust',
    ],
    [
      'Go modules and a workspace',
      {
        'go.mod':
          'module a.com/b\n// require github.com/gin-gonic/gin v1\nrequire github.com/labstack/echo/v4 v4.0.0\nrequire (\n\tgithub.com/gin-gonic/gin v1.0.0 // indirect\n\tgo.mongodb.org/mongo-driver v1.0.0\n)\n',
        'go.work': 'use (\n\t./a\n\t./b\n)\n',
      },
      'echo go go-modules go-workspace mongodb monorepo web-service',
    ],
    [
      'Bundler',
      {
        Gemfile: "gem 'sinatra'\n# gem 'rails'\ngroup :test do\n  gem \"rspec\"\nend\n",
        Rakefile: 'task :x\n',
        '.rubocop.yml': 'AllCops:\n',
      },
      'bundler rake rspec rubocop ruby sinatra web-service',
    ],
    [
      'a gem',
      {
        'a.gemspec':
          "Gem::Specification.new do |s|\n  s.add_dependency 'redis'\n  s.add_development_dependency 'minitest'\nend\n",
      },
      'library minitest redis ruby',
    ],
    [
      'Composer',
      {
        'composer.json': json({
          name: 'a/b',
          type: 'library',
          require: { 'symfony/framework-bundle': '7', 'ext-pgsql': '*' },
          'require-dev': { 'phpunit/phpunit': '1' },
        }),
        'phpunit.xml.dist': '<phpunit>\n</phpunit>',
      },
      'composer library php phpunit postgresql symfony',
    ],
    [
      'Maven modules',
      {
        'pom.xml':
          '<?xml version="1.0"?>\n<!-- <artifactId>kafka</artifactId> -->\n<project>\n<artifactId>a</artifactId>\n<modules><module>x</module><module>web</module></modules>\n<dependencies><dependency><groupId>io.quarkus</groupId><artifactId>quarkus-rest</artifactId></dependency></dependencies>\n<build><plugins><plugin><artifactId>kotlin-maven-plugin</artifactId></plugin></plugins></build></project>',
      },
      'java kotlin maven maven-multi-module monorepo quarkus web-service',
    ],
    [
      'Gradle',
      {
        'build.gradle':
          "plugins {\n  id 'java'\n  id 'org.springframework.boot' version '3'\n}\ndependencies {\n  // implementation 'redis.clients:jedis:1'\n  implementation 'org.postgresql:postgresql:42'\n  testImplementation 'org.mockito:mockito-core:5'\n}\n",
        'settings.gradle': "include 'a', 'b'\n",
        'gradle/libs.versions.toml':
          '[libraries]\nkafka = { module = "org.apache.kafka:kafka-clients", version = "3" }\njunit = "junit:junit:4"\nx = { group = "io.sentry", name = "sentry" }\n[plugins]\nktor = { id = "io.ktor.plugin" }\n',
      },
      'gradle gradle-multi-project java junit kafka ktor mockito monorepo postgresql sentry spring spring-boot web-service',
    ],
    [
      '.NET',
      {
        'a.csproj':
          '<Project Sdk="Microsoft.NET.Sdk">\n<PropertyGroup><OutputType>Exe</OutputType></PropertyGroup>\n<ItemGroup><PackageReference Include="Npgsql" Version="8" /></ItemGroup></Project>',
        'c.csproj':
          '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><UseMaui>true</UseMaui></PropertyGroup></Project>',
        'b.fsproj': '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>',
      },
      'asp.net-core c# cli-tool desktop-app dotnet f# maui mobile-app postgresql web-service',
    ],
    [
      'mix',
      {
        'mix.exs':
          'defmodule A do\n  use Mix.Project\n  [{:phoenix, "1"},\n   {:credo, "1", only: [:dev, :test]}]\nend\n',
      },
      'credo elixir mix phoenix web-service',
    ],
    [
      'pub',
      { 'pubspec.yaml': 'name: a\ndependencies:\n  flutter:\n    sdk: flutter\n' },
      'dart flutter mobile-app pub',
    ],
    [
      'Swift and CMake',
      {
        'Package.swift':
          'import PackageDescription\nlet p = [\n  .package(url: "https://github.com/vapor/vapor.git", from: "4"),\n]\n',
        'CMakeLists.txt': '# find_package(Qt6)\nproject(a LANGUAGES C CXX)\nfind_package(Boost REQUIRED)\n',
        'a.c': '',
        'b.cpp': '',
      },
      'boost c c++ cmake swift swiftpm vapor web-service',
    ],
    [
      'build files',
      {
        Makefile: 'A := 1\nall: x\n',
        justfile: 'test:\n  x\n',
        'Taskfile.yml': 'tasks:\n',
        'meson.build': "project('a')\n",
        'MODULE.bazel': 'module(name = "a")\n',
        'build.sbt': 'name := "a"\n',
        'a.scala': '',
        'build.zig': 'pub fn build(b: *B) void {}\n',
      },
      'bazel just make meson sbt scala task zig',
    ],
    [
      'Dockerfiles and compose',
      {
        Dockerfile: 'FROM --platform=linux/amd64 node:22\n',
        'web/Dockerfile.dev': 'from nginx:1\n',
        'compose.prod.yaml':
          'services:\n  db:\n    image: registry:5000/x/pgvector:16@sha256:ab\n  q:\n    image: rabbitmq\n',
        '.devcontainer/devcontainer.json': '// c\n{"image":"x",}',
      },
      'devcontainer docker docker-compose nginx pgvector postgresql rabbitmq',
    ],
    [
      'Kubernetes, kustomize and Helm',
      {
        'k8s/a.yaml':
          'apiVersion: v1\nkind: Service\n---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n',
        'deploy/b.yml': 'apiVersion: networking.istio.io/v1\nkind: Gateway\n',
        'kustomization.yaml': 'resources:\n  - a.yaml\n',
        'Chart.yaml': 'apiVersion: v2\nname: a\ndependencies:\n  - name: postgresql\n',
      },
      'flux helm infrastructure-code istio kubernetes kustomize postgresql',
    ],
    [
      'Terraform',
      {
        'a.tf':
          '# provider "google" {}\nterraform {\n  required_providers {\n    azurerm = {\n      source = "x"\n    }\n  }\n}\nprovider "datadog" {\n}\n',
      },
      'azure datadog infrastructure-code terraform',
    ],
    [
      'serverless',
      {
        'serverless.yml': 'service: a\nprovider:\n  name: aws\n',
        'cdk.json': '{"app":"x"}',
        'Pulumi.yaml': 'runtime: nodejs\n',
      },
      'aws aws-cdk aws-lambda infrastructure-code pulumi serverless serverless-framework',
    ],
    [
      'CloudFormation and SAM, with tags of their own',
      {
        'template.yaml': 'Transform: AWS::Serverless-2016-10-31\nResources:\n  A: !Sub "x"\n',
        'b/template.yml': 'AWSTemplateFormatVersion: "2010-09-09"\n',
        'c/template.yaml': 'something: else\n',
      },
      'aws aws-lambda cloudformation infrastructure-code sam serverless',
    ],
    [
      'pnpm’s workspace file',
      {
        'pnpm-workspace.yaml': '# all\npackages:\n  - "apps/*" # web\n',
        'x/pnpm-workspace.yaml': 'catalog: {}\n',
        'apps/a/package.json': json({ name: 'a' }),
      },
      'monorepo node.js pnpm pnpm-workspaces',
    ],
    [
      'other clouds of the serverless framework',
      {
        'a/serverless.yml': 'provider: google\n',
        'b/serverless.yml': 'provider:\n  stage: x\n  name: azure\n',
      },
      'azure gcp serverless serverless-framework',
    ],
    [
      'platforms',
      {
        'fly.toml': 'app = "a"\n',
        'vercel.json': '{"rewrites":[]}',
        'render.yaml': 'services:\n  - type: web\n',
        Procfile: 'web: x\n',
        'app.yaml': 'runtime: python312\n',
        'wrangler.jsonc': '{"name":"a",}',
      },
      'cloudflare cloudflare-workers fly.io gcp heroku render vercel',
    ],
    [
      'CI',
      {
        '.github/workflows/a.yml': 'jobs:\n',
        '.gitlab-ci.yml': 'include:\n',
        '.circleci/config.yml': 'jobs:\n',
        Jenkinsfile: 'node {\n}',
        '.travis.yml': 'language: c\n',
        'bitbucket-pipelines.yml': 'pipelines:\n',
        '.pre-commit-config.yaml': 'repos: []\n',
      },
      'bitbucket-pipelines circleci github github-actions gitlab gitlab-ci jenkins pre-commit travis-ci',
    ],
    [
      'configuration files',
      {
        'tsconfig.json': '/* c */ {"extends":"x",}',
        'a.ts': '',
        'jest.config.ts': 'export default {}\n',
        'karma.conf.js': 'module.exports = x\n',
        'biome.json': '{"linter":{}}',
        'mkdocs.yml': 'site_name: a\nx: !!python/name:a\n',
        'schema.prisma': 'generator a {\n}\n  provider = "sqlserver"\n',
        'components.json': '{"aliases":{}}',
        '.prettierrc': 'semi: false\n',
        'docs/conf.py': 'project = "a"\n',
        'docs/index.rst': 'a\n',
      },
      'biome documentation-site jest karma mkdocs mssql prisma python shadcn-ui sphinx typescript',
    ],
    [
      'agents’ files',
      {
        'CLAUDE.md': '# a\n',
        'AGENTS.md': 'a\n',
        '.mcp.json': '{"mcpServers":{"x":{}}}',
        '.cursor/mcp.json': '{"mcpServers":{"y":{}}}',
        '.claude/settings.json': '{"hooks":{}}',
        '.claude/agents/a.md': '---\nname: a\n',
        'skills/a/SKILL.md': '---\nname: a\n',
        '.github/copilot-instructions.md': 'x\n',
        '.codex/config.toml': 'model = "x"\n',
        '.cursor/rules/a.mdc': 'x\n',
      },
      'agents-md claude-code claude-skills codex copilot cursor mcp',
    ],
    [
      'WordPress and Ansible',
      {
        'a.php': '<?php\n/* \n * Plugin Name: A\n */\n',
        'site.yml': '- hosts: all\n',
        'ansible.cfg': '[defaults]\n',
      },
      'ansible infrastructure-code php wordpress',
    ],
  ];

  it.each(cases)('%s', async (_, files, expected) => {
    expect(await namesIn(files)).toEqual(expected.split(' '));
  });
});

describe('a compose file', () => {
  const plain =
    'x-a: 1\nservices:\n  # c\n  db:\n    environment:\n      image: redis\n    image: "postgres:16" # pg\n  web:\n    build: .\nvolumes:\n  redis:\n    image: mongo\n';
  it.each([
    ['in block style', plain],
    [
      'with anchors and merges',
      'x-b: &b\n  image: postgres:16\nservices:\n  db:\n    <<: *b\n  web: {build: .}\n',
    ],
    ['in flow style', 'services: {db: {image: "postgres:16"}, web: {}}\n'],
  ])('%s names its services and their images, and nothing else', async (_, content) => {
    const { findings, notes } = await scanOf({ 'compose.yaml': content });
    expect(findings.map(({ name }) => name)).toEqual(['postgresql', 'docker', 'docker-compose']);
    expect(findings[0]?.evidence).toEqual([
      { file: 'compose.yaml', key: 'services.db.image', value: 'postgres:16' },
    ]);
    expect(findings[2]?.evidence[0]?.value).toBe('db, web');
    expect(notes).toEqual([]);
  });
});

describe('a scan is not fooled', () => {
  it('by google.com, which is not Go', async () => {
    expect(
      await namesIn({ 'a.js': "fetch('https://google.com')\n", 'README.md': 'go to google.com' }),
    ).toEqual(['javascript']);
  });

  it('by helmet, which is not Kubernetes', async () => {
    expect(await namesIn({ 'package.json': json({ dependencies: { helmet: '7' } }) })).toEqual(['node.js']);
  });

  it('by .rspec, which is not Rust', async () => {
    expect(await namesIn({ '.rspec': '--color\n' })).toEqual(['rspec']);
  });

  it('by vendored code, fixtures, and what only other packages need', async () => {
    const react = json({ dependencies: { react: '19' } });
    const files = {
      'node_modules/a/package.json': react,
      'vendor/b/package.json': react,
      'test/fixtures/c/package.json': react,
    };
    expect(await namesIn(files)).toEqual([]);
  });

  it('by examples: they are packages of their own, not what the repository is', async () => {
    const scan = await scanOf({
      'go.mod': 'module a\n',
      'examples/web/package.json': json({ name: 'w', dependencies: { react: '19' } }),
    });
    expect(scan.findings.map(({ name }) => name)).toEqual(['go', 'go-modules']);
    expect(scan.packages.map(({ path, aside }) => [path, aside])).toEqual([
      ['.', false],
      ['examples/web', true],
    ]);
    expect(await namesIn({ 'examples/a/go.mod': 'module a\n' })).toContain('go');
  });

  it('by build files in another language, minified code and a Kotlin build of Java', async () => {
    const files = {
      'build.gradle.kts': 'plugins {\n  java\n}\n',
      'vite.config.ts': 'x',
      'a.min.js': 'x',
      'b.d.ts': 'x',
    };
    expect(await namesIn(files)).toEqual(['gradle', 'java']);
  });

  it('by lock files that are something else', async () => {
    const scan = await scanOf({ 'yarn.lock': 'hello', 'poetry.lock': 'hello' });
    expect(scan.findings).toEqual([]);
    expect(scan.notes.map(({ file }) => file)).toEqual(['poetry.lock', 'yarn.lock']);
  });
});

describe('the evidence of a finding', () => {
  it('names the file and the key or the line, and the strongest comes first', async () => {
    const { findings } = await scanOf({
      'package.json': json({ devDependencies: { react: '19' } }),
      'apps/web/package.json': json({ dependencies: { react: '^19' } }),
      'requirements.txt': 'numpy\nfastapi==0.115\n',
    });
    const of = (name: string) => findings.find((finding) => finding.name === name);
    expect(of('react')).toMatchObject({
      category: 'framework',
      confidence: 1,
      evidence_count: 2,
      evidence: [
        { file: 'apps/web/package.json', key: 'dependencies.react', value: '^19' },
        { file: 'package.json', key: 'devDependencies.react', value: '19' },
      ],
    });
    expect(of('fastapi')?.evidence).toEqual([{ file: 'requirements.txt', line: 2, value: 'fastapi==0.115' }]);
  });

  it('is cut to five, with the number of all', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((i) => [`p${i}/Dockerfile`, 'FROM a\n']));
    const docker = (await scanOf(files)).findings.find(({ name }) => name === 'docker');
    expect([docker?.evidence.length, docker?.evidence_count]).toEqual([5, 7]);
  });

  it('gives languages the number of files, and more of them more confidence', async () => {
    const { findings } = await scanOf({ 'b.py': '', 'a.py': '', 'c.py': '', 'x.lua': '' });
    expect(findings.map(({ name, confidence, evidence }) => [name, confidence, evidence[0]])).toEqual([
      ['python', 0.8, { file: 'a.py', key: '*.py', value: '3 files' }],
      ['lua', 0.6, { file: 'x.lua', key: '*.lua', value: '1 file' }],
    ]);
  });

  it('is the same in every run', async () => {
    const folder = temporaryFolder({
      'package.json': json({ dependencies: { vue: '3', pg: '1' } }),
      'b/go.mod': 'module b\n',
      'a/Cargo.toml': '[package]\nname = "a"\n',
    });
    expect(JSON.stringify(await scanRepository(folder, undefined))).toBe(
      JSON.stringify(await scanRepository(folder, undefined)),
    );
  });
});

describe('each package of a monorepo', () => {
  it('shows its own findings and languages', async () => {
    const { packages } = await scanOf({
      'package.json': json({ name: 'all', workspaces: ['packages/*'] }),
      'packages/api/package.json': json({ name: 'api', dependencies: { koa: '2' } }),
      'packages/api/src/a.ts': '',
      'packages/job/pyproject.toml': '[project]\nname = "job"\ndependencies = ["celery"]\n',
      'packages/job/job.py': '',
    });
    expect(
      packages.map(({ path, name, findings }) => [path, name, findings.map((finding) => finding.name)]),
    ).toEqual([
      ['.', 'all', ['node.js', 'npm-workspaces', 'monorepo']],
      ['packages/api', 'api', ['typescript', 'koa', 'node.js', 'web-service']],
      ['packages/job', 'job', ['python', 'celery']],
    ]);
  });
});

describe('bad input', () => {
  it('a folder that is not there is a failure with its name', async () => {
    await expect(scanRepository('/nowhere/at/all', undefined)).rejects.toMatchObject({
      code: 'folder_missing',
    });
    const file = join(temporaryFolder({ a: '' }), 'a');
    await expect(scanRepository(file, undefined)).rejects.toMatchObject({ code: 'folder_missing' });
  });

  it('broken JSON, TOML and YAML become notes, and the rest is still found', async () => {
    const { findings, notes } = await scanOf({
      'package.json': '{"name": ',
      'pyproject.toml': '[project\n',
      'docker-compose.yml': 'services: [\n',
      'Cargo.toml': 'x = 1\n',
      'pom.xml': '<project><a></project>',
      'x.csproj': 'nothing',
      'pubspec.yaml': 'version: 1\n',
      'go.mod': 'go 1.22\n',
      Gemfile: "gem 'rails'\n",
      'sub/package.json': '[]',
      'Chart.yaml': 'a: 1\n',
      '.github/workflows/x.yml': 'name: x\n',
    });
    expect(findings.map(({ name }) => name)).toContain('rails');
    expect(notes.map(({ file }) => file)).toEqual([
      '.github/workflows/x.yml',
      'Cargo.toml',
      'Chart.yaml',
      'docker-compose.yml',
      'go.mod',
      'package.json',
      'pom.xml',
      'pubspec.yaml',
      'pyproject.toml',
      'sub/package.json',
      'x.csproj',
    ]);
  });

  it('a YAML bomb is refused', async () => {
    const lines = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'
        .split('')
        .map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`),
      'services: *i',
    ];
    const { findings, notes } = await scanOf({ 'docker-compose.yml': `${lines.join('\n')}\n` });
    expect(findings).toEqual([]);
    expect(notes[0]?.problem).toMatch(/alias/i);
  });

  it('deep nesting in a document is refused before a parser’s stack is', async () => {
    const deep = 100_000;
    const { notes } = await scanOf({
      'package.json': '{"a":'.repeat(deep),
      'pyproject.toml': `a = ${'['.repeat(deep)}`,
      'compose.yml': `services: ${'['.repeat(deep)}`,
    });
    expect(notes.map(({ file }) => file)).toEqual(['compose.yml', 'package.json', 'pyproject.toml']);
  });

  it.each([
    [
      'a provider without a name',
      'serverless.yml',
      `provider:\n${'    runtime: x\n'.repeat(60)}functions: {}\n`,
    ],
    ['blank lines', 'docker-compose.yml', `services:\n${'\n'.repeat(1_000_000)}`],
    ['blank lines before nothing', 'build.gradle', '\n'.repeat(1_000_000)],
    ['comments that never end', 'build.gradle', '/* '.repeat(1_000_000)],
    ['spaces before nothing', 'build.gradle', `implementation ${' '.repeat(1_000_000)}`],
    ['spaces within a list', 'pnpm-workspace.yaml', `packages:\n  - a${' '.repeat(1_000_000)}b\n`],
    ['spaces behind a word', 'Gemfile', `gem ${' '.repeat(1_000_000)}x`],
  ])('a million %s do not hold the scan up: %s', async (_, file, text) => {
    expect((await scanOf({ [file]: text })).files.count).toBe(1);
  });

  it('says the lines as they are, comments and blank lines before them counted', async () => {
    const gradle = '\n\n// a\n/* b\n*/ implementation "io.ktor:ktor-server:3"\n';
    const { findings } = await scanOf({ 'build.gradle': gradle });
    expect(findings.find(({ name }) => name === 'ktor')?.evidence).toMatchObject([{ line: 5 }]);
  });

  it('a manifest whose kind is empty is none', async () => {
    expect(await namesIn({ 'k8s/a.yaml': 'apiVersion: v1\nkind:\nmetadata: {}\n' })).toEqual([]);
  });

  it('XML that opens a comment a million times over is a note, at once', async () => {
    const folder = temporaryFolder({
      'pom.xml': '<!--'.repeat(1_000_000),
      'b/pom.xml': '<a b="'.repeat(600_000),
    });
    const { notes } = await scanRepository(folder, undefined);
    expect(notes.map(({ problem }) => problem)).toEqual(['not a Maven project', 'not a Maven project']);
  });

  it('a lock file of 200 MB is read by its head only', async () => {
    const folder = temporaryFolder({ 'package-lock.json': '{"lockfileVersion": 3, "packages": {' });
    truncateSync(join(folder, 'package-lock.json'), 200 * 2 ** 20);
    const { findings, notes } = await scanRepository(folder, undefined);
    expect(findings.map(({ name }) => name)).toEqual(['npm']);
    expect(notes).toEqual([{ file: 'package-lock.json', problem: 'larger than 4 MiB; not read' }]);
  });

  it('a manifest that is too large or binary is not read, with a note', async () => {
    const folder = temporaryFolder({ 'requirements.txt': 'fastapi\n', 'go.mod': 'module a\0\n' });
    truncateSync(join(folder, 'requirements.txt'), 5 << 20);
    const { findings, notes } = await scanRepository(folder, undefined);
    expect(findings).toEqual([]);
    expect(notes.map(({ problem }) => problem)).toEqual(
      expect.arrayContaining(['not a text file', 'larger than 4 MiB; not read']),
    );
  });

  it('no symbolic link is followed out of the folder, and circles end', async () => {
    const outside = temporaryFolder({
      'package.json': json({ dependencies: { react: '19' } }),
      'go.mod': 'module out\n',
    });
    const folder = temporaryFolder({ 'docs/AGENTS.md': '# a\n' });
    symlinkSync(join(outside, 'package.json'), join(folder, 'package.json'));
    symlinkSync(outside, join(folder, 'linked'));
    symlinkSync('Cargo.toml', join(folder, 'Cargo.toml'));
    symlinkSync('.', join(folder, 'self'));
    symlinkSync('docs/AGENTS.md', join(folder, 'CLAUDE.md'));
    const { findings, notes } = await scanRepository(folder, undefined);
    expect(findings.map(({ name }) => name)).toEqual(['agents-md', 'claude-code']);
    expect(notes).toEqual([
      { file: 'Cargo.toml', problem: 'cannot be read: symbolic links go round in circles' },
      { file: 'package.json', problem: 'a symbolic link that leads out of the repository; not followed' },
    ]);
  });

  it('a pipe with the name of a manifest does not hold the scan up', async () => {
    const folder = temporaryFolder({ '.git/HEAD': 'x' });
    spawnSync('mkfifo', [join(folder, 'package.json')]);
    expect((await scanRepository(folder, undefined)).findings).toEqual([]);
  });

  it('folders a thousand deep are walked', async () => {
    const folder = temporaryFolder();
    const deep = join(folder, 'd/'.repeat(1000));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'a.py'), '');
    const { findings, files } = await scanRepository(folder, undefined);
    expect([findings.map(({ name }) => name), files.count]).toEqual([['python'], 1]);
  });

  it('more manifests than anybody would read are cut, nearest the top first', async () => {
    const folder = temporaryFolder({ 'z/z/z/z/go.mod': 'module a\n', 'p/x.tf': '' });
    for (let i = 1; i < 10_000; i++) writeFileSync(join(folder, 'p', `${i}.tf`), '');
    const { findings, notes } = await scanRepository(folder, undefined);
    expect(findings).toEqual([]);
    expect(notes).toEqual([{ file: '.', problem: '10001 files to read; the 10000 nearest the top were' }]);
  });
});
