// A finding's strongest evidence as a sentence without its full stop: “package.json depends on fastify”.

import type { Evidence, FoundTechnology } from './found-technology.js';

export function because(finding: FoundTechnology): string {
  const [evidence] = finding.evidence;
  return evidence === undefined ? `${finding.name} was found` : inWords(finding.name, evidence);
}

// No regular expression where a comparison does: each takes longer to compile than a scan takes to ask it.

/** Keys under which a manifest lists what it needs, each with a name behind it. */
const needs = [
  'dependencies.',
  'peerDependencies.',
  'optionalDependencies.',
  'require.',
  'packages.',
  'build-dependencies.',
];
const develops = [
  'devDependencies.',
  'dev-dependencies.',
  'require-dev.',
  'dev_dependencies.',
  'dev-packages.',
];
/** Keys under which it does so with the name in the value. */
const needsListed = [
  'project.dependencies',
  'project.optional-dependencies',
  'dependencies',
  'dependency-groups',
];
const developsListed = ['tool.uv.dev-dependencies', 'tool.pdm.dev-dependencies'];
/** What keys say that mean more than that there is such a file. */
const telling: Readonly<Record<string, string>> = {
  bin: 'declares a program',
  expo: 'configures Expo',
  exports: 'says what it exports',
  jest: 'configures Jest',
  lib: 'declares a library',
  main: 'names an entry point',
  module: 'names an entry point',
  'scripts.test': 'has a test script',
};
/** Files whose lines are dependencies. */
const lineManifests =
  /(^|\/)(requirements[^/]*|constraints[^/]*|go\.mod|Gemfile|mix\.exs|setup\.cfg|[^/]+\.gemspec|pom\.xml|build\.gradle(\.kts)?|[^/]+\.(cs|fs|vb)proj|CMakeLists\.txt|Package\.swift)$/;

function inWords(name: string, { file, key = '', value = '', line }: Evidence): string {
  if (key.startsWith('*.') || key.startsWith('*_'))
    return `${value} ${value === '1 file' ? 'ends' : 'end'} in ${key.slice(1)}`;
  const group = withoutOwner(key);
  const needed = behind(needs, group) ?? listedIn(needsListed, key, value);
  if (needed !== undefined) return `${file} depends on ${needed}`;
  const development = behind(develops, group) ?? listedIn(developsListed, key, value);
  if (development !== undefined) return `${file} needs ${development} for development`;
  if (key.endsWith('.image') || key === 'image') return `${file} runs ${value}`;
  if (key.startsWith('tool.')) return `${file} configures ${name}`;
  if (key === 'workspaces' || key === 'packages' || key.endsWith('members'))
    return `${file} lists ${plainList(value)} as workspace members`;
  if (key === 'kind') return `${file} describes a Kubernetes ${value.split(' ').at(-1)}`;
  if (key === 'packageManager') return `${file} asks for ${value}`;
  if (key === 'type') return `${file} has the type ${value}`;
  if (Object.hasOwn(telling, key)) return `${file} ${telling[key]}`;
  if (line !== undefined && lineManifests.test(file) && value !== '') return lineInWords(file, value);
  if (/^FROM\b/i.test(value)) return `${file} builds on ${value.slice('FROM'.length).trim()}`;
  if (/^(provider|module|resource)\b/.test(value))
    return `${file} declares the ${value.replace(/\s*\{.*$/, '')}`;
  return hasFile(file);
}

/** A key without whose group it is: a lock file's root, Poetry, Cargo's workspace. */
function withoutOwner(key: string): string {
  const own = key.startsWith('packages[""].') ? key.slice('packages[""].'.length) : key;
  if (own.startsWith('workspace.')) return own.slice('workspace.'.length);
  return own.startsWith('tool.poetry.') ? own.replace(/^tool\.poetry\.(group\.[\w-]+\.)?/, '') : own;
}

function behind(starts: readonly string[], key: string): string | undefined {
  const start = starts.find((one) => key.startsWith(one) && key.length > one.length);
  if (start === undefined) return undefined;
  const name = key.slice(start.length);
  return name.endsWith('.features') ? name.slice(0, -'.features'.length) : name;
}

function listedIn(starts: readonly string[], key: string, value: string): string | undefined {
  return value !== '' && starts.some((start) => key.startsWith(start)) ? value : undefined;
}

/** A line as people read it: without the words of the file's own language. */
function lineInWords(file: string, value: string): string {
  if (value.startsWith('Microsoft.NET')) return `${file} uses ${value}`;
  if (/^(module|project|use Mix)\b|^<|^Gem|^import /.test(value) || file.endsWith(value))
    return hasFile(file);
  const plain = value
    .replace(/^(gem|find_package|\w*[iI]mplementation|api)\s*\(?\s*/, '')
    .replace(/\s*\)?\s*$/, '');
  return `${file} depends on ${plain.replace(/^["']([^"']+)["'].*$/, '$1').replace(/^\[?\{:(\w+).*$/, '$1')}`;
}

function hasFile(file: string): string {
  return `the repository has ${file}`;
}

/** Evidence may end in the middle of a long list: then its last name is not whole. */
function plainList(json: string): string {
  const names = json.replace(/^\[|\]$|"/g, '').split(',');
  if (names.length < 2) return names.join('');
  const isWhole = json.endsWith(']') && names.length <= 4;
  const shown = isWhole ? names.slice(0, -1) : names.slice(0, 3);
  return `${shown.join(', ')} and ${isWhole ? names.at(-1) : 'more'}`;
}
