// The rules of a .gitignore file: the last one that matches decides, `!` takes a path back in. Strangers write them, so
// no pattern becomes a regular expression that could take for ever.

import { type Matches, many, matchesAll, nameMatcher, segmentsOf } from './glob.js';

/** The rules of one file. */
export interface IgnoreRules {
  /** The folder of the file; its rules see paths from there on. */
  readonly from: string;
  /** What stands before every asked path, where the walk starts below that folder. */
  readonly before: string;
  readonly rules: readonly Rule[];
}

interface Rule {
  /** Whether it is about this path, given as its parts from the file's folder on. */
  readonly matches: (parts: readonly string[]) => boolean;
  readonly folderOnly: boolean;
  readonly takesBack: boolean;
}

/** `from` is the file's folder seen from the top of the tree, `below` the walk's root seen from there. */
export function parseIgnoreFile(text: string, from: string, below: string): IgnoreRules {
  const rules = bytesOf(text.replace(/^\ufeff/, ''))
    .split('\n')
    .flatMap(ruleOf);
  return { from: bytesOf(from), before: below === '' ? '' : bytesOf(`${below}/`), rules };
}

export function ignores(files: readonly IgnoreRules[], path: string, folder: boolean): boolean {
  const asked = bytesOf(path);
  for (let i = files.length - 1; i >= 0; i--) {
    const file = files[i];
    if (file === undefined || file.rules.length === 0) continue;
    const whole = file.before + asked;
    if (file.from !== '' && !whole.startsWith(`${file.from}/`)) continue;
    const parts = (file.from === '' ? whole : whole.slice(file.from.length + 1)).split('/');
    for (let j = file.rules.length - 1; j >= 0; j--) {
      const rule = file.rules[j];
      if (rule === undefined || (rule.folderOnly && !folder) || !rule.matches(parts)) continue;
      return !rule.takesBack;
    }
  }
  return false;
}

/** One character a byte, because git compares bytes: `?` is half an "é". */
function bytesOf(text: string): string {
  return /[\x80-\uffff]/.test(text) ? Buffer.from(text).toString('latin1') : text;
}

function ruleOf(line: string): Rule[] {
  let glob = withoutSpacesAtEnd(line.endsWith('\r') ? line.slice(0, -1) : line);
  if (glob === '' || glob.startsWith('#') || glob.length > 1000) return [];
  const takesBack = glob.startsWith('!');
  if (takesBack) glob = glob.slice(1);
  const folderOnly = glob.endsWith('/');
  if (folderOnly) glob = glob.slice(0, -1);
  const matches = pathMatcher(glob);
  return matches === undefined ? [] : [{ matches, folderOnly, takesBack }];
}

/** A backslash keeps the space behind it. */
function withoutSpacesAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  const backslashes = end - line.slice(0, end).replace(/\\+$/, '').length;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

/** Nothing for a pattern that can match no path. */
function pathMatcher(glob: string): Matches<readonly string[]> | undefined {
  const segments = segmentsOf(glob);
  if (segments === undefined) return undefined;
  const [only] = segments;
  // A slash at the beginning or in the middle ties a pattern to the file's own folder; without one it is about names.
  if (!glob.includes('/') && only !== undefined) {
    const matches = nameMatcher(only);
    return (parts) => matches(parts.at(-1) ?? '');
  }
  const steps = segments.map((segment) => (segment.isMany ? many : nameMatcher(segment)));
  // Everything inside a folder, but not the folder itself.
  if (steps.at(-1) === many) steps.push(() => true);
  return (parts) => matchesAll(steps, parts);
}
