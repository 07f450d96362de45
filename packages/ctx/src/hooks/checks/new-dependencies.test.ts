import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeFiles } from '../../../test/folder.js';
import { git } from '../../../test/git.js';
import { hookCall } from '../../../test/hook-call.js';
import { type MemoryProject, memoryProject } from '../../../test/memory-project.js';

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } });
const packageJson = (...names: string[]) =>
  JSON.stringify({ name: 'shop', dependencies: Object.fromEntries(names.map((name) => [name, '1'])) });

/** A project whose last commit has these files. */
async function committed(files: Readonly<Record<string, string>>): Promise<MemoryProject> {
  const project = await memoryProject();
  project.env['PATH'] = process.env['PATH'] ?? '';
  writeFiles(project.root, files);
  git(project.root, 'init', '-q');
  git(project.root, 'add', '.');
  git(project.root, 'commit', '-qm', 'first');
  return project;
}

function edited(project: MemoryProject, path: string, content: string) {
  writeFiles(project.root, { [path]: content });
  return hookCall(project, 'PostToolUse', {
    tool_name: 'Edit',
    tool_input: { file_path: join(project.root, path) },
  });
}

it('tells what an edited manifest brings that the last commit did not have, once for each technology', async () => {
  const project = await committed({ 'package.json': packageJson('express') });
  const first = await edited(project, 'package.json', packageJson('express', 'fastify', 'ioredis'));
  expect(first.context).toContain('New to this project by package.json: fastify, redis.');
  expect(first.context).toContain('ctx recommend "fastify, redis" says which');
  expect(first.message).toBeUndefined();
  expect((await edited(project, 'package.json', packageJson('express', 'fastify', 'ioredis'))).stdout).toBe(
    '',
  );
  const second = await edited(project, 'package.json', packageJson('fastify', 'ioredis', 'vitest'));
  expect(second.context).toContain('package.json: vitest.');
  const other = { tool_name: 'Edit', tool_input: { file_path: 'package.json' }, session_id: 'two' };
  expect((await hookCall(project, 'PostToolUse', other)).context).toContain('fastify, redis, vitest.');
});

it('looks at the manifest that a command writes to', async () => {
  const project = await committed({ 'package.json': packageJson('express') });
  expect((await hookCall(project, 'PostToolUse', bash('npm install fastify'))).stdout).toBe('');
  writeFileSync(join(project.root, 'package.json'), packageJson('express', 'fastify'));
  expect((await hookCall(project, 'PostToolUse', bash('npm test'))).stdout).toBe('');
  expect((await hookCall(project, 'PostToolUse', bash('npm install'))).stdout).toBe('');
  expect((await hookCall(project, 'PostToolUse', bash('cd . && npm i fastify'))).context).toContain(
    'fastify',
  );
});

it('knows a new file of a technology, and one of a package further down', async () => {
  const project = await committed({ 'README.md': '' });
  expect((await edited(project, 'Dockerfile', 'FROM alpine\n')).context).toContain('docker');
  const patch = '*** Begin Patch\n*** Add File: api/pyproject.toml\n@@';
  writeFiles(project.root, {
    'api/pyproject.toml': '[project]\nname = "a"\ndependencies = ["fastapi", "motor"]\n',
  });
  const { context } = await hookCall(project, 'PostToolUse', {
    tool_name: 'apply_patch',
    tool_input: { command: patch },
  });
  expect(context).toContain('api/pyproject.toml: fastapi, mongodb');
});

it('is quiet where nothing is new, the file is no manifest, lies outside, or cannot be understood', async () => {
  const project = await committed({ 'package.json': packageJson('fastify'), 'src/a.ts': '' });
  for (const [path, content] of [
    ['package.json', packageJson('fastify', 'left-pad')],
    ['package.json', '{"dependencies": '],
    ['src/a.ts', 'import fastify from "fastify";'],
    ['node_modules/x/package.json', packageJson('express')],
    ['../package.json', packageJson('express')],
  ] as const)
    expect((await edited(project, path, content)).stdout, path).toBe('');
});

it('takes everything for new where there is no commit to compare with', async () => {
  const project = await memoryProject();
  expect(
    (await edited(project, 'go.mod', 'module a\n\nrequire github.com/gin-gonic/gin v1.9.0\n')).context,
  ).toContain('gin');
});
