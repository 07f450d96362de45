// An agent does not change the contract that it works under: not its rules, not its evidence, not the hooks.

import { shellWord } from '../../disk/shell-word.js';
import { whereItLeads } from '../../disk/where-it-leads.js';
import type { ToolUse } from '../../protocol/host-event.js';
import { check } from '../check.js';
import { mayBeAboutUs, ownPathIn } from '../own-files.js';
import { changedFiles } from '../tool-use.js';

/** Tools of hosts that only look. */
const readers = new Set(['Read', 'Glob', 'Grep', 'LS', 'NotebookRead']);

export const ownFiles = check({
  name: 'own-files',
  on: 'before-tool',
  throttle: 'always',
  keepsTime: true,
  words: {
    refusal:
      '{what} belongs to the contract that this agent works under, so the agent cannot change it. A person can.',
    message: 'the agent was kept from changing {what}',
  },
  look({ event, folder, refuseIfLate }) {
    for (const path of pathsOf(event.tool)) {
      refuseIfLate();
      for (const place of [path, ...whereItLeads(folder, path)]) {
        const what = ownPathIn(place);
        if (what !== undefined) return { facts: { what } };
      }
    }
    const command = commandOf(event.tool);
    return command !== undefined && mayBeAboutUs(command) ? lookInto(command) : undefined;
  },
});

async function lookInto(command: string) {
  const { ownThingIn } = await import('../own-commands.js');
  const what = ownThingIn(command);
  return what === undefined ? undefined : { facts: { what } };
}

/** What the tool would change; of a tool that nobody knows, every path that it is given. */
function pathsOf(tool: ToolUse): string[] {
  if (readers.has(tool.name) || commandOf(tool) !== undefined) return [];
  const known = changedFiles(tool);
  if (known.length > 0) return known;
  return textsIn(tool.input, 0).filter((text) => text.length <= 4096 && mayBeAboutUs(text));
}

/** Every text in it: who knows under which name a tool takes the file that it moves or writes? */
function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value.replace(/^file:\/\//, '')];
  if (typeof value !== 'object' || value === null || depth > 8) return [];
  return Object.values(value).flatMap((member) => textsIn(member, depth + 1));
}

function commandOf({ name, input }: ToolUse): string | undefined {
  const { command } = input;
  if (typeof command === 'string' && !name.startsWith('mcp__')) return command;
  const words = Array.isArray(command) ? command.filter((word) => typeof word === 'string') : [];
  return words.length === 0 ? undefined : words.map(shellWord).join(' ');
}
