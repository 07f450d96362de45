import { expect, it } from 'vitest';
import { type Files, json, namesIn } from '../../test/scanned.js';

it.each<[string, Files, string]>([
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
      'setup.cfg': '[metadata]\nname = a\n[options]\ninstall_requires =\n    click\n[tool:pytest]\n[mypy]\n',
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
])('the manifests of packages declare what a project is made of: %s', async (_, files, expected) => {
  expect(await namesIn(files)).toEqual(expected.split(' '));
});
