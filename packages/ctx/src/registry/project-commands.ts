// The commands that a project and its user bring along: Markdown commands, skills, and those of plugins.

import { type Dirent, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isWithinReach } from '../disk/is-there.js';
import { NotPlain, readPlainFile, readProjectFile } from '../disk/plain-file.js';
import { readFailure } from '../disk/system-errors.js';
import type { Environment } from '../disk/user-folder.js';
import { isSystemError } from '../protocol/failure.js';
import { compareTexts } from '../text/order.js';
import { describe } from './command-text.js';

export interface ProjectCommand {
  readonly name: string;
  readonly kind: 'command' | 'skill' | 'plugin';
  readonly summary: string;
  /** The file, relative to the project or to the home folder. */
  readonly source: string;
}

/**
 * Sorted by name, then by source. What is no command (a folder in a file's place, a link that leads out, a text longer than
 * anybody writes) is left out; what the system does not let us read is a failure.
 */
export function projectCommands(project: string, env: Environment): ProjectCommand[] {
  const home = env['HOME'];
  const found = commandsBelow(project, (file) => readOwnCommand(project, file));
  // A home that we may not even look into is another user's.
  if (home !== undefined && home !== '' && home !== project && isWithinReach(`${home}/.`)) {
    const ofUser = commandsBelow(home, readUserCommand);
    found.push(...ofUser.map((entry) => ({ ...entry, source: `~/${entry.source}` })));
  }
  return found.sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.source, b.source));
}

/** Nobody writes longer ones. */
const largestCommand = 1 << 20;

/** A command of the project: a link out of it is not followed. */
export function readOwnCommand(project: string, file: string): string {
  return readProjectFile(project, file, largestCommand).toString();
}

/** One of the user's own, who may keep them wherever it pleases. */
export function readUserCommand(file: string): string {
  return readPlainFile(file, largestCommand).toString();
}

type ReadFile = (file: string) => string;
type Read = (file: string, name: string, kind: ProjectCommand['kind']) => ProjectCommand[];

function commandsBelow(root: string, text: ReadFile): ProjectCommand[] {
  const read = (file: string, name: string, kind: ProjectCommand['kind']): ProjectCommand[] => {
    try {
      const summary = describe(text(file));
      return [{ name, kind, summary, source: relative(root, file).split(sep).join('/') }];
    } catch (error) {
      if (error instanceof NotPlain || isAbsent(error)) return [];
      throw readFailure(error, file);
    }
  };
  const found: ProjectCommand[] = [];
  for (const folder of ['.claude', '.agents']) {
    found.push(...markdownCommands(read, join(root, folder, 'commands'), 'command'));
    found.push(...skills(read, join(root, folder, 'skills'), 'skill'));
    for (const plugin of folders(join(root, folder, 'plugins'))) {
      const own = join(root, folder, 'plugins', plugin);
      const members = [
        ...markdownCommands(read, join(own, 'commands'), 'plugin'),
        ...skills(read, join(own, 'skills'), 'plugin'),
      ];
      found.push(...members.map((member) => ({ ...member, name: `${plugin}:${member.name}` })));
    }
  }
  return found;
}

/** `commands/git/commit.md` is the command `git:commit`. */
function markdownCommands(read: Read, folder: string, kind: ProjectCommand['kind']): ProjectCommand[] {
  return markdownFiles(folder).flatMap((file) => {
    const name = relative(folder, file).slice(0, -'.md'.length).split(sep).join(':');
    return read(file, name, kind);
  });
}

function skills(read: Read, folder: string, kind: ProjectCommand['kind']): ProjectCommand[] {
  return folders(folder).flatMap((name) => read(join(folder, name, 'SKILL.md'), name, kind));
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
  } catch (error) {
    if (isAbsent(error)) return [];
    throw readFailure(error, folder);
  }
}

function isAbsent(error: unknown): boolean {
  return isSystemError(error, 'ENOENT', 'ENOTDIR');
}
