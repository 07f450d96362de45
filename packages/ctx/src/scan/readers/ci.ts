// Continuous integration: the file's place says whose it is, its own keys say that it is one.

import { type OpenFile, sure } from '../reader.js';
import { lineThat } from '../shape.js';
import { topLevelKeys } from '../top-level-keys.js';

interface System {
  readonly place: RegExp;
  /** Keys of which one must be there. */
  readonly keys: readonly string[];
  readonly means: readonly string[];
}

const systems: readonly System[] = [
  { place: /^\.github\/workflows\/[^/]+\.ya?ml$/, keys: ['jobs'], means: ['github-actions', 'github'] },
  {
    place: /^\.gitlab-ci\.yml$/,
    keys: ['stages', 'include', 'image', 'default', 'workflow', 'variables', 'test', 'build'],
    means: ['gitlab-ci', 'gitlab'],
  },
  { place: /^\.circleci\/config\.yml$/, keys: ['jobs', 'workflows', 'orbs'], means: ['circleci'] },
  {
    place: /^azure-pipelines\.ya?ml$/,
    keys: ['trigger', 'pool', 'stages', 'jobs', 'steps'],
    means: ['azure-pipelines', 'azure'],
  },
  { place: /^bitbucket-pipelines\.yml$/, keys: ['pipelines'], means: ['bitbucket-pipelines'] },
  { place: /^\.travis\.yml$/, keys: ['language', 'script', 'jobs'], means: ['travis-ci'] },
  { place: /^\.buildkite\/pipeline\.ya?ml$/, keys: ['steps'], means: ['buildkite'] },
  { place: /^\.pre-commit-config\.yaml$/, keys: ['repos'], means: ['pre-commit'] },
];

export function pipelines(file: OpenFile) {
  const system = systems.find(({ place }) => place.test(file.path));
  if (system === undefined) return;
  const keys = topLevelKeys(file);
  const key = system.keys.find((name) => keys.has(name));
  const line = key === undefined ? undefined : keys.get(key)?.line;
  if (key === undefined || line === undefined) return file.note(`none of ${system.keys.join(', ')} is in it`);
  for (const name of system.means) file.found(name, sure, { line, value: key });
}

export function jenkins(file: OpenFile) {
  const at = lineThat(/^\s*(pipeline|node)\b.*\{/, file.lines());
  if (at !== undefined) file.found('jenkins', sure, at);
}
