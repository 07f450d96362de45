// Where a change is told: the command's docs page, a recipe, a skill, an example, the changelog. Something that is gone
// must be told by the changelog alone.

import type { CommandEntry } from '../../../../ctx/src/kit/command.js';
import type { SurfaceChange } from './changes.js';

/** The words of a repository at one commit, as far as they tell of commands. */
export interface Pages {
  /** Each command's own page, by the command's name. */
  readonly docs: ReadonlyMap<string, string>;
  /** By path. */
  readonly recipes: ReadonlyMap<string, string>;
  readonly skills: ReadonlyMap<string, string>;
  readonly examples: ReadonlyMap<string, string>;
  /** The lines that the range added to it. */
  readonly changelog: readonly string[];
  readonly commands: ReadonlyMap<string, CommandEntry>;
}

/** What is missing of a change, or left behind of it; nothing where it is told everywhere. */
export function gapsOf(change: SurfaceChange, pages: Pages): string[] {
  return change.verb === 'removed' ? leftBehind(change, pages) : missing(change, pages);
}

function missing(change: SurfaceChange, pages: Pages): string[] {
  const covered = {
    'docs page': tellsOf(change, pages.docs.get(change.command) ?? ''),
    recipe: [...pages.recipes.values()].some((text) => names(change, text)),
    'skill text': [...pages.skills.values()].some((text) => names({ ...change, what: 'command' }, text)),
    example: hasExample(change, pages),
    'changelog line': pages.changelog.some((line) => changelogNames(change, line)),
  };
  return Object.entries(covered).flatMap(([what, there]) => (there ? [] : [`no ${what}`]));
}

function leftBehind(change: SurfaceChange, pages: Pages): string[] {
  const page = pages.docs.get(change.command);
  const gone = change.what === 'command' ? page === undefined : !tellsOf(change, page ?? '');
  const still = [...pages.recipes, ...pages.skills, ...pages.examples]
    .filter(([, text]) => text.split('\n').some((line) => names(change, line)))
    .map(([path]) => `still in ${path}`);
  return [
    ...(gone ? [] : ['still has its docs page']),
    ...still,
    ...(pages.changelog.some((line) => changelogNames(change, line)) ? [] : ['no changelog line']),
  ];
}

/** Whether the command's own page tells of it. */
function tellsOf({ what, name }: SurfaceChange, page: string): boolean {
  if (what === 'flag') return hasFlag(page, name);
  return what === 'argument' ? page.includes(`\`${name}\``) : page !== '';
}

/** Whether a text names the command, and for a flag also the flag, on one line. */
function names({ what, command, name }: SurfaceChange, text: string): boolean {
  const called = new RegExp(`\\bctx ${escaped(command)}(?![\\w-])`);
  return text.split('\n').some((line) => called.test(line) && (what !== 'flag' || hasFlag(line, name)));
}

function hasExample(change: SurfaceChange, pages: Pages): boolean {
  const own = pages.commands.get(change.command)?.examples ?? [];
  return (
    own.some(({ line }) => change.what !== 'flag' || hasFlag(line, change.name)) ||
    [...pages.examples.values()].some((text) => names(change, text))
  );
}

/** `demand add|list|audit` names three commands; a flag is named by itself. */
function changelogNames({ what, command, name }: SurfaceChange, line: string): boolean {
  if (what === 'flag') return hasFlag(line, name);
  const words = command.split(' ');
  const last = escaped(words.pop() ?? '');
  const group = words.map((word) => `${escaped(word)} `).join('');
  return new RegExp(`(?<![\\w-])${group}(?:[\\w-]+\\|)*${last}(?![\\w-])`).test(line);
}

function hasFlag(text: string, flag: string): boolean {
  return new RegExp(`(?<![\\w-])${escaped(flag)}(?![\\w-])`).test(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
