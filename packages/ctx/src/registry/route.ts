// Which of a project's commands and of a run's tools a prompt is about.

import type { Environment } from '../disk/user-folder.js';
import { type ProjectCommand, projectCommands } from './project-commands.js';
import { rank } from './rank.js';

interface NamedTool {
  readonly name: string;
  readonly input: object;
}

/**
 * Tools match by their name and the names of their inputs, not by their descriptions: those may be reworded without
 * changing what a recorded session says.
 */
export function routerOver(commands: readonly ProjectCommand[], limit: number) {
  const commandTexts = commands.map(({ name, summary }) => ({ name, text: summary }));
  return (tools: readonly NamedTool[]) => {
    const toolTexts = tools.map(({ name, input }) => ({ name, text: inputNames(input).join(' ') }));
    return (prompt: string) => ({
      commands: rank(prompt, commandTexts, limit).map(({ name }) => name),
      tools: rank(prompt, toolTexts, limit).map(({ name }) => name),
    });
  };
}

/** In deterministic mode the user's own commands stay out: the same project gives the same bytes for everybody. */
export function commandsToRoute(root: string, env: Environment, deterministic: boolean): ProjectCommand[] {
  return projectCommands(root, deterministic ? {} : env);
}

function inputNames(schema: object): string[] {
  const properties = 'properties' in schema ? schema.properties : undefined;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
