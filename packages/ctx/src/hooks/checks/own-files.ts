// An agent does not change the contract that it works under: not its rules, not its evidence, not the hooks.

import { lstatSync } from 'node:fs';
import { whereItLeads } from '../../disk/where-it-leads.js';
import type { ToolUse } from '../../protocol/host-event.js';
import { isSystemError } from '../../protocol/system-error.js';
import { check } from '../check.js';
import { commandIn, type Named, namedIn, textsIn } from '../named-in-input.js';
import { isNamedIn, mayBeAboutUs, ownPathIn } from '../own-files.js';
import { movedFolders, movedPlaces, ownPlaceOf, ownPlaces } from '../own-places.js';
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
      '{what} belongs to the rules and evidence of this agent, so the agent cannot change it. The user can.',
    message: 'the agent was kept from changing {what}',
  },
  async look({ event: { tool }, folder, context, env, refuseIfLate }) {
    const { paths, commands } = changesOf(tool);
    const places = paths.length === 0 ? [] : ownPlaces(context.root, env);
    for (const path of paths) {
      refuseIfLate();
      const what = ownPathIn(path) ?? (await ownPathBehind(path, folder, places, refuseIfLate));
      if (what !== undefined) return { facts: { what } };
    }
    if (commands.length === 0) return undefined;
    const moved = movedPlaces(movedFolders(env).filter(([, place]) => isNamedIn(commands, place)));
    const within = foldersOf(tool, folder)
      .map(ownPathIn)
      .find((own) => own !== undefined);
    for (const command of commands) {
      refuseIfLate();
      if (within === undefined && !mayBeAboutUs(command, moved)) continue;
      const { onlyLooks, ownThingIn } = await import('../own-commands.js');
      const what = ownThingIn(command, moved) ?? (onlyLooks(command) ? undefined : within);
      if (what !== undefined) return { facts: { what } };
    }
    return undefined;
  },
});

/** What the tool would change and run; of a tool that nobody knows, every path and command that it is given. */
function changesOf(tool: ToolUse): Named {
  if (readers.has(tool.as)) return { paths: [], commands: [] };
  const paths = changedFiles(tool);
  if (paths.length > 0) return { paths, commands: [] };
  const command = tool.subject?.kind === 'command' ? commandIn(tool.input[tool.subject.field]) : undefined;
  if (command !== undefined) return { paths: [], commands: [command] };
  const named = namedIn(tool.input);
  // Whatever is typed into a shell is a command.
  return tool.as === 'Bash' ? { ...named, commands: textsIn(tool.input) } : named;
}

/** Where a shell would run a command: names in it may be short there. */
const folderKeys = new Set('cwd dir directory dirpath workdir workingdir workingdirectory'.split(' '));

function foldersOf({ input }: ToolUse, folder: string): string[] {
  const given = Object.entries(input).flatMap(([key, value]) => {
    const isFolder = folderKeys.has(key.replaceAll('_', '').toLowerCase());
    return isFolder && typeof value === 'string' ? [value] : [];
  });
  return [folder, ...given].flatMap((path) => [path, ...placesOf(path, folder)]);
}

/** Through links, where it is kept elsewhere, and by another name of the same file. */
async function ownPathBehind(
  path: string,
  folder: string,
  places: readonly string[],
  goOn: () => void,
): Promise<string | undefined> {
  for (const place of placesOf(path, folder)) {
    const named = ownPathIn(place) ?? ownPlaceOf(place, places);
    if (named !== undefined) return named;
    const file = lstatSync(place, { throwIfNoEntry: false });
    if (file === undefined || file.nlink < 2 || !file.isFile()) continue;
    const { ownNameOf } = await import('../second-names.js');
    const other = ownNameOf(file, places, goOn);
    if (other !== undefined) return other;
  }
  return undefined;
}

/** A text that is too long for a name names no file. */
function placesOf(path: string, folder: string): string[] {
  try {
    return whereItLeads(folder, path);
  } catch (error) {
    if (isSystemError(error, 'ENAMETOOLONG')) return [];
    throw error;
  }
}
