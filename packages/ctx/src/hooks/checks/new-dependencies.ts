// New dependencies change what the project is made of, and with it which skills and servers fit.

import { basename } from 'node:path';
import { check } from '../check.js';
import { changedFiles, runs, shellCommand } from '../tool-use.js';

const manifests = new Set([
  'package.json',
  'pyproject.toml',
  'requirements.txt',
  'Cargo.toml',
  'go.mod',
  'Gemfile',
  'composer.json',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
]);
const installs = [
  'npm install *',
  'npm i *',
  'pnpm add',
  'yarn add',
  'bun add',
  'pip install',
  'uv add',
  'poetry add',
  'cargo add',
  'go get',
  'bundle add',
  'composer require',
];

export const newDependencies = check({
  name: 'new-dependencies',
  on: 'after-tool',
  throttle: 'session',
  words: {
    context:
      'The project’s dependencies changed ({what}). ctx scan-repo says what it is made of now, and ctx recommend which skills, agents and servers fit it.',
  },
  look({ event }) {
    const file = changedFiles(event.tool).find((path) => manifests.has(basename(path)));
    if (file !== undefined) return { facts: { what: basename(file) } };
    const command = shellCommand(event.tool);
    const found = command === undefined ? undefined : installs.find((words) => runs(command, words));
    return found === undefined ? undefined : { facts: { what: found.replace(' *', '') } };
  },
});
