// One command of a project by its name, with its text.

import { join } from 'node:path';
import type { Environment } from '../disk/user-folder.js';
import { type CommandText, parseCommand } from './command-text.js';
import { type ProjectCommand, projectCommands, readOwnCommand, readUserCommand } from './project-commands.js';

export interface FoundCommand extends ProjectCommand {
  readonly text: CommandText;
  /** Sources of the same name that this one hides: the project's own come first. */
  readonly hides: readonly string[];
}

/** `/ship` is `ship`. */
export function findCommand(project: string, env: Environment, name: string): FoundCommand | undefined {
  const wanted = name.replace(/^\//, '');
  const named = projectCommands(project, env).filter((command) => command.name === wanted);
  const [first, ...others] = [...named.filter(isOwn), ...named.filter((command) => !isOwn(command))];
  if (first === undefined) return undefined;
  const text = parseCommand(readCommand(first, project, env));
  return { ...first, text, hides: others.map(({ source }) => source) };
}

function isOwn({ source }: ProjectCommand): boolean {
  return !source.startsWith('~/');
}

function readCommand(command: ProjectCommand, project: string, env: Environment): string {
  if (isOwn(command)) return readOwnCommand(project, join(project, command.source));
  return readUserCommand(join(env['HOME'] ?? '', command.source.slice(2)));
}
