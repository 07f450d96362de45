// The part of a tool's input that a rule's pattern is about, and how a pattern is held against it.

import { posix } from 'node:path';
import { meaningsOf } from './command-meanings.js';
import { type Glob, globCouldMatch, globMatches } from './glob.js';
import { once, type Pattern } from './pattern.js';
import { plainCommands } from './plain-script.js';
import { shellCommands } from './shell-commands.js';
import { hole } from './shell-words.js';
import type { Subject } from './verdict.js';

/** No system takes a longer one; to take it apart would only cost time. */
export const longestPath = 4096;

export interface Matcher {
  /** Whether the pattern matches any part of what would happen, or might. */
  touches(pattern: Pattern): boolean;
  /** Whether the pattern matches all of what would happen, for certain. */
  covers(pattern: Pattern): boolean;
}

/** Nothing where the tool has no subject, or the input does not hold it: then no pattern can be evaluated. */
export function matcherOf(subject: Subject | undefined, input: unknown): Matcher | undefined {
  if (subject === undefined || typeof input !== 'object' || input === null) return undefined;
  const text: unknown = Object.getOwnPropertyDescriptor(input, subject.field)?.value ?? subject.absent;
  if (typeof text !== 'string') return undefined;
  if (isAboutPaths(subject) && text.length > longestPath) return undefined;
  switch (subject.kind) {
    case 'command':
      return commandMatcher(text);
    case 'path':
      return pathMatcher(text);
    case 'folder':
      return folderMatcher(text);
    case 'tree':
      return treeMatcher(text);
    case 'text':
      return {
        touches: (pattern) => globMatches(pattern.text, text),
        covers: (pattern) => globMatches(pattern.text, text),
      };
  }
}

export function isAboutPaths({ kind }: Subject): boolean {
  return kind === 'path' || kind === 'folder' || kind === 'tree';
}

/** A generous reader for what is denied, a strict one for what is allowed: doubt never opens anything. */
function commandMatcher(command: string): Matcher {
  const meanings = once(() => meaningsOf(shellCommands(command)));
  const plain = once(() => plainCommands(command) ?? []);
  const texts = once(() => [...new Set([command, ...meanings().texts])]);
  const isRun = (form: string) => texts().some((text) => globCouldMatch(form, text, hole));
  const begins = once(() => [...new Set(texts().map((text) => text.charAt(0)))]);
  // Most rules are about other programs, which their first letter tells.
  const known = new Map<string, boolean>();
  const mayBegin = (starts: string) => {
    const before = known.get(starts);
    if (before !== undefined) return before;
    const may = begins().some((letter) => letter === hole || starts.includes(letter));
    known.set(starts, may);
    return may;
  };
  return {
    touches: (pattern) => {
      if (!meanings().certain) return true;
      const starts = pattern.commandStarts();
      return (starts === undefined || mayBegin(starts)) && (pattern.commands()?.some(isRun) ?? true);
    },
    covers: (pattern) => {
      const commands = plain();
      const isCovered = (words: readonly string[]) =>
        pattern.commands()?.some((form) => globMatches(form, words.join(' '))) ?? false;
      return commands.length > 0 && commands.every(isCovered);
    },
  };
}

/**
 * By name only: what a link leads to is judged again by the tool, when it has opened it. An absolute path is read as each
 * of its ends, because a policy does not know where the workspace stands: a rule that denies `secrets/*` holds for
 * `/anywhere/secrets/key`, too.
 */
function pathMatcher(path: string): Matcher {
  const plain = posix.normalize(path);
  const parts = plain.split('/');
  const ends = plain.startsWith('/') ? parts.map((_, index) => parts.slice(index).join('/')) : [plain];
  return {
    touches: (pattern) =>
      couldBe(pattern.deniedPaths(), (glob) =>
        [path, ...ends, plain].some((text) => globMatches(glob, text)),
      ),
    covers: (pattern) => isOneOf(pattern.allowedPaths(), (glob) => globMatches(glob, plain)),
  };
}

/** A name that no pattern is about by itself. */
const anyName = '\x01'.repeat(16);

/** A list of names: what is said of all that lies in a folder, `secrets/*`, is said of its list. */
function folderMatcher(path: string): Matcher {
  const folder = pathMatcher(path);
  const inside = pathMatcher(`${path}/${anyName}`);
  return { ...folder, touches: (pattern) => folder.touches(pattern) || inside.touches(pattern) };
}

/** A folder with all that is in it: a pattern that could be about anything there touches it. */
function treeMatcher(path: string): Matcher {
  const folder = pathMatcher(path);
  const plain = posix.normalize(path).replace(/\/$/, '');
  const below = plain === '.' ? hole : `${plain}/${hole}`;
  return {
    touches: (pattern) =>
      folder.touches(pattern) ||
      plain.startsWith('/') ||
      couldBe(pattern.deniedPaths(), (glob) => globCouldMatch(glob, below, hole)),
    covers: (pattern) => isOneOf(pattern.allowedPaths(), (glob) => globMatches(glob, below)),
  };
}

/** A pattern that stands for too much to be written out denies, and allows nothing. */
function couldBe(globs: readonly Glob[] | undefined, matches: (glob: Glob) => boolean): boolean {
  return globs === undefined || globs.some(matches);
}

function isOneOf(globs: readonly Glob[] | undefined, matches: (glob: Glob) => boolean): boolean {
  return globs?.some(matches) ?? false;
}
