import { describe, expect, it } from 'vitest';
import { because } from './because.js';
import type { Evidence, FoundTechnology } from './found-technology.js';

const cases: readonly [string, Evidence, string][] = [
  [
    'fastify',
    { file: 'package.json', key: 'dependencies.fastify', value: '^5' },
    'package.json depends on fastify',
  ],
  [
    'vitest',
    { file: 'package.json', key: 'devDependencies.vitest' },
    'package.json needs vitest for development',
  ],
  [
    'mypy',
    { file: 'pyproject.toml', key: 'tool.poetry.dev-dependencies.mypy' },
    'pyproject.toml needs mypy for development',
  ],
  [
    'socket.io',
    { file: 'package.json', key: 'devDependencies.socket.io' },
    'package.json needs socket.io for development',
  ],
  [
    'express',
    { file: 'package-lock.json', key: 'packages[""].dependencies.express', value: '^5' },
    'package-lock.json depends on express',
  ],
  [
    'pytest',
    { file: 'pyproject.toml', key: 'tool.pdm.dev-dependencies.test', value: 'pytest>=8' },
    'pyproject.toml needs pytest>=8 for development',
  ],
  [
    'pytest',
    { file: 'pyproject.toml', key: 'tool.poetry.group.ci-test.dependencies.pytest', value: '^8' },
    'pyproject.toml depends on pytest',
  ],
  [
    'postgresql',
    { file: 'Cargo.toml', key: 'workspace.dependencies.sqlx.features', value: 'postgresql' },
    'Cargo.toml depends on sqlx',
  ],
  [
    'flask',
    { file: 'pyproject.toml', key: 'tool.poetry.dependencies.flask' },
    'pyproject.toml depends on flask',
  ],
  [
    'fastapi',
    { file: 'pyproject.toml', key: 'project.dependencies', value: 'fastapi>=1' },
    'pyproject.toml depends on fastapi>=1',
  ],
  ['ruff', { file: 'pyproject.toml', key: 'tool.ruff' }, 'pyproject.toml configures ruff'],
  ['python', { file: 'a.py', key: '*.py', value: '3 files' }, '3 files end in .py'],
  ['lua', { file: 'a.lua', key: '*.lua', value: '1 file' }, '1 file ends in .lua'],
  [
    'django',
    { file: 'requirements.txt', line: 2, value: 'django==5' },
    'requirements.txt depends on django==5',
  ],
  ['rails', { file: 'Gemfile', line: 2, value: "gem 'rails', '~> 8'" }, 'Gemfile depends on rails'],
  ['phoenix', { file: 'mix.exs', line: 2, value: '{:phoenix, "~> 1"}' }, 'mix.exs depends on phoenix'],
  ['go', { file: 'go.mod', line: 1, value: 'module a' }, 'the repository has go.mod'],
  [
    'postgresql',
    { file: 'compose.yml', key: 'services.db.image', value: 'postgres:16' },
    'compose.yml runs postgres:16',
  ],
  [
    'kubernetes',
    { file: 'k8s/a.yaml', key: 'kind', value: 'apps/v1 Deployment' },
    'k8s/a.yaml describes a Kubernetes Deployment',
  ],
  ['docker', { file: 'Dockerfile', line: 1, value: 'FROM node:22' }, 'Dockerfile builds on node:22'],
  ['aws', { file: 'a.tf', line: 3, value: 'provider "aws" {' }, 'a.tf declares the provider "aws"'],
  [
    'monorepo',
    { file: 'package.json', key: 'workspaces', value: '["a","b"]' },
    'package.json lists a and b as workspace members',
  ],
  [
    'monorepo',
    { file: 'Cargo.toml', key: 'workspace.members', value: '["a","b","c","d…' },
    'Cargo.toml lists a, b, c and more as workspace members',
  ],
  ['pnpm', { file: 'package.json', key: 'packageManager', value: 'pnpm@9' }, 'package.json asks for pnpm@9'],
  [
    'cli-tool',
    { file: 'package.json', key: 'bin', value: '{"ctx":"dist/ctx.cjs"}' },
    'package.json declares a program',
  ],
  [
    'wordpress',
    { file: 'composer.json', key: 'type', value: 'wordpress-plugin' },
    'composer.json has the type wordpress-plugin',
  ],
  [
    'asp.net-core',
    { file: 'src/Api.csproj', line: 1, value: 'Microsoft.NET.Sdk.Web' },
    'src/Api.csproj uses Microsoft.NET.Sdk.Web',
  ],
  ['make', { file: 'Makefile', line: 1, value: 'all:' }, 'the repository has Makefile'],
];

describe('a finding in words', () => {
  it.each(cases)('%s', (name, evidence, words) => {
    const finding: FoundTechnology = {
      name,
      category: 'framework',
      confidence: 1,
      evidence: [evidence],
      evidence_count: 1,
    };
    expect(because(finding)).toBe(words);
  });

  it('says only the name where there is no evidence', () => {
    expect(because({ name: 'x', category: 'docs', confidence: 1, evidence: [], evidence_count: 0 })).toBe(
      'x was found',
    );
  });
});
