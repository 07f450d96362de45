// The commands that a project and its user bring along: Markdown commands, skills, and those of plugins.

import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe } from './front-matter.js';

export interface ProjectCommand {
  readonly name: string;
  readonly kind: 'command' | 'skill' | 'plugin';
  readonly summary: string;
  /** The file, relative to the project or to the home folder. */
  readonly source: string;
}

/** Sorted by name, then by source. What cannot be read is left out of the list, never an error. */
export function projectCommands(
  project: string,
  env: Readonly<Record<string, string | undefined>>,
): ProjectCommand[] {
  const home = env['HOME'];
  const places = [{ root: project, prefix: '' }];
  if (home !== undefined && home !== '' && home !== project) places.push({ root: home, prefix: '~/' });
  const found = places.flatMap(({ root, prefix }) =>
    commandsBelow(root).map((entry) => ({ ...entry, source: prefix + entry.source })),
  );
  return found.sort((a, b) => compare(a.name, b.name) || compare(a.source, b.source));
}

function commandsBelow(root: string): ProjectCommand[] {
  const found: ProjectCommand[] = [];
  for (const folder of ['.claude', '.agents']) {
    found.push(...markdownCommands(root, join(root, folder, 'commands'), 'command'));
    found.push(...skills(root, join(root, folder, 'skills'), 'skill'));
    for (const plugin of folders(join(root, folder, 'plugins'))) {
      const own = join(root, folder, 'plugins', plugin);
      const members = [
        ...markdownCommands(root, join(own, 'commands'), 'plugin'),
        ...skills(root, join(own, 'skills'), 'plugin'),
      ];
      found.push(...members.map((member) => ({ ...member, name: `${plugin}:${member.name}` })));
    }
  }
  return found;
}

/** `commands/git/commit.md` is the command `git:commit`. */
function markdownCommands(root: string, folder: string, kind: ProjectCommand['kind']): ProjectCommand[] {
  return markdownFiles(folder).flatMap((file) => {
    const name = relative(folder, file).slice(0, -'.md'.length).split(sep).join(':');
    return read(root, file, name, kind);
  });
}

function skills(root: string, folder: string, kind: ProjectCommand['kind']): ProjectCommand[] {
  return folders(folder).flatMap((name) => read(root, join(folder, name, 'SKILL.md'), name, kind));
}

function read(root: string, file: string, name: string, kind: ProjectCommand['kind']): ProjectCommand[] {
  try {
    const summary = describe(readFileSync(file, 'utf8'));
    return [{ name, kind, summary, source: relative(root, file).split(sep).join('/') }];
  } catch {
    return [];
  }
}

function markdownFiles(folder: string): string[] {
  return entries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownFiles(path);
    return entry.isFile() && entry.name.endsWith('.md') ? [path] : [];
  });
}

function folders(folder: string): string[] {
  return entries(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
