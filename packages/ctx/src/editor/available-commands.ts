// The project's own commands and skills, which a person may name with a slash.

import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Environment } from '../disk/user-folder.js';
import { Failure } from '../protocol/failure.js';
import { findCommand } from '../registry/find-command.js';
import { projectCommands } from '../registry/project-commands.js';
import { renderCommand } from '../registry/render-command.js';

const mostCommands = 200;
const longestSummary = 300;

/** Nothing where there are none, or they cannot be read: a conversation needs none. */
export function commandUpdate(root: string, env: Environment): SessionUpdate | undefined {
  const names = new Set<string>();
  const commands = orNone(() => projectCommands(root, env)).filter(({ name }) => {
    const isNew = !names.has(name);
    names.add(name);
    return isNew;
  });
  if (commands.length === 0) return undefined;
  return {
    sessionUpdate: 'available_commands_update',
    availableCommands: commands.slice(0, mostCommands).map(({ name, summary }) => ({
      name,
      description: summary.slice(0, longestSummary),
      input: { hint: 'what it is about' },
    })),
  };
}

/** `/name words` is the text of that command; what names none is a prompt like any other. */
export function withCommand(prompt: string, root: string, env: Environment): string {
  const [, name, said = ''] = /^\s*\/([^\s/]{1,200})(?:\s+(.*))?$/su.exec(prompt) ?? [];
  if (name === undefined) return prompt;
  const found = findCommand(root, env, name);
  return found === undefined ? prompt : renderCommand(found, said.trim());
}

function orNone<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
