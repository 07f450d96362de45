// Where two records differ: the path of the first member that is not the same, and both sides of it in a few words.

export interface Difference {
  readonly seq: number;
  readonly type: string;
  /** As in `/messages/0/from`; empty for the record itself. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** Nothing where they are the same. `expected` is what the log holds. */
export function firstDifference(
  seq: number,
  type: string,
  expected: object,
  got: object,
): Difference | undefined {
  const found = differenceAt('', expected, got);
  if (found === undefined) return undefined;
  return { seq, type, path: found.path, expected: shown(found.expected), got: shown(found.got) };
}

interface Found {
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

function differenceAt(path: string, expected: unknown, got: unknown): Found | undefined {
  if (Object.is(expected, got)) return undefined;
  if (!isComposite(expected) || !isComposite(got) || Array.isArray(expected) !== Array.isArray(got)) {
    return { path, expected, got };
  }
  const ours = new Map(Object.entries(expected));
  const theirs = new Map(Object.entries(got));
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    const found = differenceAt(`${path}/${escaped(name)}`, ours.get(name), theirs.get(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** JSON Pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const longest = 400;

function shown(value: unknown): string {
  if (value === undefined) return '(nothing)';
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The two sides under each other, with only the part around the first difference of long ones. */
export function diffOf({ expected, got }: Difference): string {
  const same = sharedStart(expected, got);
  const from = Math.max(0, same - 30);
  const cut = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + 100)}${text.length > from + 100 ? '…' : ''}`;
  return `- ${cut(expected)}\n+ ${cut(got)}\n`;
}

function sharedStart(a: string, b: string): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same;
}
