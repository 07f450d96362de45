// A technology that is new to the project changes which skills and servers fit it. Told once for each of them.

import { basename, extname, isAbsolute, relative, sep } from 'node:path';
import type { ToolUse } from '../../protocol/host-event.js';
import { check, type Moment } from '../check.js';
import { changedFiles, runs, shellCommand } from '../tool-use.js';

const name = 'new-dependencies';

/** Files that name what a project is made of; a scan reads more of them, and needs longer to know them. */
const manifests = new Set(
  'package.json pyproject.toml requirements.txt Pipfile Cargo.toml go.mod Gemfile composer.json pom.xml build.gradle build.gradle.kts mix.exs pubspec.yaml Dockerfile compose.yaml compose.yml docker-compose.yml docker-compose.yaml Chart.yaml serverless.yml .gitlab-ci.yml'.split(
    ' ',
  ),
);
const endings = new Set(['.tf', '.csproj', '.fsproj']);

/** What a command that adds a dependency writes to. */
const installs: readonly (readonly [words: string, ...files: string[]])[] = [
  ['npm install *', 'package.json'],
  ['npm i *', 'package.json'],
  ['npm add *', 'package.json'],
  ['pnpm add', 'package.json'],
  ['yarn add', 'package.json'],
  ['bun add', 'package.json'],
  ['pip install', 'requirements.txt', 'pyproject.toml'],
  ['uv add', 'pyproject.toml'],
  ['poetry add', 'pyproject.toml'],
  ['pdm add', 'pyproject.toml'],
  ['pipenv install *', 'Pipfile'],
  ['cargo add', 'Cargo.toml'],
  ['go get', 'go.mod'],
  ['bundle add', 'Gemfile'],
  ['composer require', 'composer.json'],
];
const mostNamed = 5;

export const newDependencies = check({
  name,
  on: 'after-tool',
  throttle: 'session',
  words: {
    context:
      'New to this project by {file}: {technologies}. ctx recommend "{technologies}" says which skills, agents and MCP servers fit, and why; it installs nothing.',
  },
  look(moment) {
    const paths = changedManifests(moment.event.tool, moment.context.root);
    return paths.length === 0 ? undefined : lookInto(paths, moment);
  },
});

async function lookInto(paths: readonly string[], { context, notes, env }: Moment<'after-tool'>) {
  const { addedTechnologies } = await import('../added-technologies.js');
  const added = await addedTechnologies(context.root, paths, env);
  const untold = added.filter((one) => notes.lastSaid(`${name} ${one.name}`) === undefined);
  const [first, ...others] = untold;
  if (first === undefined) return undefined;
  for (const other of others) notes.said(`${name} ${other.name}`);
  const technologies = untold.slice(0, mostNamed).map((one) => one.name);
  return {
    key: first.name,
    facts: { technologies: technologies.join(', '), file: first.evidence[0]?.file ?? '' },
  };
}

function changedManifests(tool: ToolUse, root: string): string[] {
  const command = shellCommand(tool);
  if (command !== undefined) {
    return installs.flatMap(([words, ...files]) => (runs(command, words) ? files : []));
  }
  return changedFiles(tool)
    .map((path) => (isAbsolute(path) ? relative(root, path) : path).split(sep).join('/'))
    .filter((path) => manifests.has(basename(path)) || endings.has(extname(path)))
    .filter((path) => !path.startsWith('../') && !path.includes('node_modules/'));
}
