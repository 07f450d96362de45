// package.json, and the lock files of npm, pnpm, yarn and bun.

import { isMembers } from '../../protocol/members.js';
import { isTrial } from '../packages.js';
import { bundled, development, type OpenFile, optional, sign, sure, weak } from '../reader.js';
import { field, listOf, membersOf, shown, textOf } from '../shape.js';
import { npmPackages } from '../tables/npm.js';
import { topLevelKeys } from '../top-level-keys.js';

const groups = [
  ['dependencies', sure],
  ['peerDependencies', optional],
  ['optionalDependencies', optional],
] as const;

/** Tools that take their settings from the manifest, each with its key. */
const settings = [
  ['ava', 'ava'],
  ['babel', 'babel'],
  ['eslintConfig', 'eslint'],
  ['husky', 'husky'],
  ['jest', 'jest'],
  ['mocha', 'mocha'],
  ['prettier', 'prettier'],
] as const;

const groupsOfTests = ['dependencies', 'devDependencies'];

export async function packageJson(file: OpenFile) {
  const manifest = await file.json();
  if (!isMembers(manifest)) {
    if (manifest !== undefined) file.note('not an object');
    return;
  }
  file.package(textOf(manifest['name']), npmPackages);
  // Test data has a name; what runs has something to run.
  if (!isTrial(file.path) || groupsOfTests.some((key) => manifest[key] !== undefined))
    file.found('node.js', sure, {
      key: textOf(manifest['name']) === undefined ? 'package.json' : 'name',
      value: shown(manifest['name'] ?? file.name),
    });
  dependencies(file, manifest, '');
  workspaces(file, manifest);
  const manager = textOf(manifest['packageManager'])?.split('@')[0];
  if (manager === 'npm' || manager === 'pnpm' || manager === 'yarn' || manager === 'bun') {
    file.found(manager, sure, { key: 'packageManager', value: shown(manifest['packageManager']) });
  }
  // A CDK application has a program that describes its stacks, and nobody else calls it.
  const stacks = ['aws-cdk-lib', 'aws-cdk'].some(
    (name) => field(manifest, 'dependencies', name) ?? field(manifest, 'devDependencies', name),
  );
  if (manifest['bin'] !== undefined && !stacks)
    file.found('cli-tool', sure, { key: 'bin', value: shown(manifest['bin']) });
  const entry = libraryEntry(manifest);
  if (entry !== undefined) file.found('library', sign, { key: entry, value: shown(manifest[entry]) });
  const test = textOf(field(manifest, 'scripts', 'test'));
  if (test !== undefined && /(^|[\s;&|])node (--[\w-]+(=\S+)? )*--test\b/.test(test)) {
    file.found('node-test', sure, { key: 'scripts.test', value: shown(test) });
  }
  for (const [key, tool] of settings) if (manifest[key] !== undefined) file.found(tool, sure, { key });
}

/** The key that makes a package one for others. `npm init` writes a bare `main` into every package. */
function libraryEntry(manifest: Readonly<Record<string, unknown>>): string | undefined {
  // A workspace keeps what it does not publish at 0.0.0.
  if ((manifest['private'] === true && !isBuiltElsewhere(manifest)) || manifest['version'] === '0.0.0')
    return undefined;
  const entry = ['exports', 'module', 'main'].find((key) => manifest[key] !== undefined);
  if (entry === undefined && manifest['bin'] === undefined && textOf(manifest['version']) !== undefined)
    return manifest['files'] === undefined ? undefined : 'files';
  // A command may export itself; what is imported has types.
  if (manifest['bin'] !== undefined && !hasTypes(manifest)) return undefined;
  if (entry !== 'main') return entry;
  return ['types', 'typings', 'files', 'publishConfig', 'peerDependencies'].some(
    (key) => manifest[key] !== undefined,
  )
    ? entry
    : undefined;
}

/** Some are private where they are written, and published from where they are built. */
function isBuiltElsewhere(manifest: Readonly<Record<string, unknown>>): boolean {
  return ['exports', 'types', 'files', 'peerDependencies', 'version'].every(
    (key) => manifest[key] !== undefined,
  );
}

/** A command that npm installs. */
function isCommand(manifest: Readonly<Record<string, unknown>>): boolean {
  return manifest['bin'] !== undefined && manifest['private'] !== true;
}

function hasTypes(manifest: Readonly<Record<string, unknown>>): boolean {
  return (
    ['types', 'typings'].some((key) => manifest[key] !== undefined) ||
    JSON.stringify(manifest['exports'] ?? '').includes('"types"')
  );
}

/** Documentation that is built with these is made of React or Vue, and is no application for that. */
const siteTools = ['@docusaurus/core', 'vitepress', 'vuepress', 'nextra', '@astrojs/starlight'];

/** What the root of a workspace has for development serves all members; they declare themselves what they are made of. */
function isWorkspaceRoot(file: OpenFile, manifest: Readonly<Record<string, unknown>>): boolean {
  if (file.beside('nx.json')) return false;
  if (manifest['workspaces'] !== undefined) return true;
  // pnpm keeps other settings there, too.
  return file.beside('pnpm-workspace.yaml') && !applicationConfigs.some(file.beside);
}

/** Beside these, the root of a workspace is an application as well. */
const applicationConfigs = ['vite', 'next', 'nuxt', 'svelte', 'astro'].flatMap((tool) =>
  ['js', 'mjs', 'ts'].map((ending) => `${tool}.config.${ending}`),
);

/** Nothing bundles a server: among the development dependencies it serves the tests. */
function isServer(name: string): boolean {
  return ['express', 'fastify', 'koa', 'restify', '@hapi/hapi', 'polka', 'socket.io'].includes(name);
}

function isPage(name: string): boolean {
  return (
    ['react', 'react-dom', 'vue', 'astro', 'next', 'svelte', 'preact'].includes(name) ||
    (name.startsWith('@astrojs/') && name !== '@astrojs/starlight')
  );
}

function dependencies(file: OpenFile, manifest: Readonly<Record<string, unknown>>, prefix: string) {
  // What is published brings its dependencies; an application may bundle what it runs on, and needs it no more.
  const published = libraryEntry(manifest) !== undefined || isCommand(manifest);
  const own = published || isWorkspaceRoot(file, manifest) ? development : bundled;
  const site = siteTools.some(
    (name) => membersOf(manifest['dependencies'])[name] ?? membersOf(manifest['devDependencies'])[name],
  );
  for (const [group, confidence] of [...groups, ['devDependencies', own] as const]) {
    const base = group === 'devDependencies' ? development : confidence;
    for (const [name, version] of Object.entries(membersOf(field(manifest, group)))) {
      const strength =
        site && isPage(name) ? optional : isServer(name) ? Math.min(confidence, base) : confidence;
      file.dependency(npmPackages, name, strength, {
        key: `${prefix}${group}.${name}`,
        value: shown(version),
      });
    }
  }
}

const lockers = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const;

function workspaces(file: OpenFile, manifest: Readonly<Record<string, unknown>>) {
  const declared = manifest['workspaces'];
  const patterns = Array.isArray(declared) ? declared : listOf(field(declared, 'packages'));
  if (patterns.length === 0) return;
  const tool = lockers.find(([lock]) => file.beside(lock))?.[1] ?? 'npm';
  const place = { key: 'workspaces', value: shown(patterns) };
  file.found(`${tool}-workspaces`, sure, place);
  file.found('monorepo', sure, place);
}

/** Only the head is read: it says which tool and which format. What is locked is not the project's own choice. */
export async function npmLocks(file: OpenFile) {
  const head = file.head();
  if (head === undefined) return;
  const seen = formatOf(file.name, head);
  if (seen === undefined) return file.note('not the lock file that its name says');
  file.found(seen.tool, sure, seen.at);
  if (!file.beside('package.json') && file.name === 'package-lock.json') await lockedRoot(file);
}

interface LockFormat {
  readonly tool: string;
  readonly at:
    | { readonly key: string; readonly value: string }
    | { readonly line: number; readonly value: string };
}

function formatOf(name: string, head: string): LockFormat | undefined {
  const matched = (tool: string, key: string, pattern: RegExp): LockFormat | undefined => {
    const version = pattern.exec(head)?.[1];
    return version === undefined ? undefined : { tool, at: { key, value: version } };
  };
  switch (name) {
    case 'package-lock.json':
    case 'npm-shrinkwrap.json':
      return matched('npm', 'lockfileVersion', /"lockfileVersion"\s*:\s*(\d+)/);
    case 'pnpm-lock.yaml':
      return matched('pnpm', 'lockfileVersion', /^lockfileVersion:\s*['"]?([\d.]+)/m);
    case 'bun.lock':
      return matched('bun', 'lockfileVersion', /"lockfileVersion"\s*:\s*(\d+)/);
    case 'yarn.lock':
      if (/^# yarn lockfile v1/m.test(head))
        return { tool: 'yarn', at: { line: 2, value: 'yarn lockfile v1' } };
      return matched('yarn', '__metadata.version', /^__metadata:\r?\n\s+version:\s*(\d+)/m);
    default:
      return head.includes('bun-lockfile-format')
        ? { tool: 'bun', at: { line: 1, value: 'bun-lockfile-format' } }
        : undefined;
  }
}

/** A lock file without its manifest still names the direct dependencies of the root. */
async function lockedRoot(file: OpenFile) {
  const root = field(await file.json(), 'packages', '');
  if (!isMembers(root)) return;
  file.found('node.js', weak, { key: 'packages[""]' });
  dependencies(file, root, 'packages[""].');
}

export async function workspaceFiles(file: OpenFile) {
  if (file.name === 'pnpm-workspace.yaml') {
    const packages = topLevelKeys(file).get('packages');
    if (packages === undefined) return;
    const place = { line: packages.line, key: 'packages', value: shown(packages.items) };
    if (packages.items.every((item) => item === '.')) return file.found('pnpm', sure, place);
    for (const name of ['pnpm', 'pnpm-workspaces', 'monorepo']) file.found(name, sure, place);
    return;
  }
  const document = await file.json();
  if (!isMembers(document)) return;
  const tool = { 'lerna.json': 'lerna', 'nx.json': 'nx', 'turbo.json': 'turborepo', 'rush.json': 'rush' }[
    file.name
  ];
  if (tool === undefined) return;
  const [key = '{}'] = Object.keys(document).filter((name) => !name.startsWith('$'));
  file.found(tool, sure, { key });
  // Nx for one project keeps that project's settings beside its own.
  const alone = tool === 'nx' && file.beside('project.json');
  if (tool !== 'turborepo' && !alone) file.found('monorepo', sign, { key });
}

/** What Symfony and Rails load in the browser without a package.json. */
export function importMap(file: OpenFile) {
  for (const [i, line] of file.lines().entries()) {
    const name = /^\s*(?:pin\s+)?(['"])(@?[\w./-]+)\1\s*(?:=>|,|#|$)/.exec(line)?.[2];
    if (name !== undefined) file.dependency(npmPackages, name, sure, { line: i + 1, value: shown(line) });
  }
}
