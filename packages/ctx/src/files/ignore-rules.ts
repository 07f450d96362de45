// The rules of a .gitignore file: the last one that matches decides, `!` takes a path back in. Strangers write them, so
// no pattern becomes a regular expression that could take for ever.

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
  return { from, before: below === '' ? '' : `${below}/`, rules: text.split('\n').flatMap(ruleOf) };
}

export function ignores(files: readonly IgnoreRules[], path: string, folder: boolean): boolean {
  for (let i = files.length - 1; i >= 0; i--) {
    const file = files[i];
    if (file === undefined || file.rules.length === 0) continue;
    const whole = file.before + path;
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

function ruleOf(line: string): Rule[] {
  let glob = line.endsWith('\r') ? line.slice(0, -1) : line;
  while (glob.endsWith(' ') && !glob.endsWith('\\ ')) glob = glob.slice(0, -1);
  if (glob === '' || glob.startsWith('#') || glob.length > 1000) return [];
  const takesBack = glob.startsWith('!');
  if (takesBack) glob = glob.slice(1);
  const folderOnly = glob.endsWith('/');
  if (folderOnly) glob = glob.slice(0, -1);
  return [{ matches: pathMatcher(glob), folderOnly, takesBack }];
}

type Matches<T> = (value: T) => boolean;

/** A slash at the beginning or in the middle ties a pattern to the file's own folder; without one it is about names. */
function pathMatcher(glob: string): Matches<readonly string[]> {
  if (!glob.includes('/')) {
    const matches = nameMatcher(glob);
    return (parts) => matches(parts.at(-1) ?? '');
  }
  const segments = (glob.startsWith('/') ? glob.slice(1) : glob).split('/');
  const steps = segments.map((segment) => (segment === '**' ? many : nameMatcher(segment)));
  // Everything inside a folder, but not the folder itself.
  if (steps.at(-1) === many) steps.push(() => true);
  return (parts) => matchesAll(steps, parts);
}

function nameMatcher(glob: string): Matches<string> {
  if (!special.test(glob)) return (name) => name === glob;
  const ending = glob.slice(1);
  if (glob.startsWith('*') && !special.test(ending)) return (name) => name.endsWith(ending);
  const steps = stepsOf(glob);
  return (name) => matchesAll(steps, name);
}

const special = /[*?[\\]/;

/** Stands for any number of characters or folders. */
const many = Symbol('many');
type Step = typeof many | Matches<string>;

function stepsOf(glob: string): Step[] {
  const steps: Step[] = [];
  for (let i = 0; i < glob.length; i++) {
    const end = glob[i] === '[' ? glob.indexOf(']', i + 2) : -1;
    if (glob[i] === '*') {
      if (steps.at(-1) !== many) steps.push(many);
    } else if (glob[i] === '?') steps.push(() => true);
    else if (end !== -1) {
      steps.push(oneOf(glob.slice(i + 1, end)));
      i = end;
    } else {
      const literal = glob[i] === '\\' ? (glob[++i] ?? '\\') : glob[i];
      steps.push((character) => character === literal);
    }
  }
  return steps;
}

/** What stands between brackets: characters and ranges of them, all others behind `!` or `^`. */
function oneOf(inner: string): Matches<string> {
  const negated = inner.startsWith('!') || inner.startsWith('^');
  const listed = [...inner.slice(negated ? 1 : 0).matchAll(/(.)-(.)|\\?(.)/gs)].map(
    ([, from, to, one = '']) => [from ?? one, to ?? one] as const,
  );
  return (character) => listed.some(([from, to]) => from <= character && character <= to) !== negated;
}

/** Goes back to the last `many` only: what an earlier one took never has to be taken back. */
function matchesAll(steps: readonly Step[], values: ArrayLike<string>): boolean {
  let [step, at, back, resume] = [0, 0, -1, 0];
  while (at < values.length) {
    const next = steps[step];
    if (next === many) {
      back = step++;
      resume = at;
    } else if (next?.(values[at] ?? '')) {
      step++;
      at++;
    } else if (back === -1) return false;
    else {
      step = back + 1;
      at = ++resume;
    }
  }
  while (steps[step] === many) step++;
  return step === steps.length;
}
