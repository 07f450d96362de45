// A set of characters in brackets, read as git reads it: `[a-c]`, `[!x]`, `[[:digit:]]`, `[]x]`, `[\]]`.

export interface BracketSet {
  readonly has: (character: string) => boolean;
  /** Where its closing bracket stands. */
  readonly end: number;
}

/** Of ASCII alone, as in git, to which \v and \f are no space. */
const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[^ -~\x80-\uffff]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** The set whose opening bracket stands at `open`. Nothing where it does not close or names a class that there is not. */
export function readBracketSet(glob: string, open: number): BracketSet | undefined {
  const negated = glob[open + 1] === '!' || glob[open + 1] === '^';
  const ranges: [string, string][] = [];
  const named: RegExp[] = [];
  const first = open + (negated ? 2 : 1);
  let at = first;
  /** The character that a dash would begin a range with. */
  let before = '';
  for (; at === first || glob[at] !== ']'; at++) {
    const from = before;
    before = '';
    if (glob[at] === '-' && from !== '' && glob[at + 1] !== ']') {
      at += glob[at + 1] === '\\' ? 2 : 1;
      ranges.push([from, glob[at] ?? '']);
    } else if (glob.startsWith('[:', at) && glob[glob.indexOf(']', at + 2) - 1] === ':') {
      const end = glob.indexOf(']', at + 2);
      const members = classes[glob.slice(at + 2, end - 1)];
      if (members === undefined) return undefined;
      named.push(members);
      at = end;
    } else {
      if (glob[at] === '\\') at += 1;
      before = glob[at] ?? '';
      ranges.push([before, before]);
    }
    if (at >= glob.length) return undefined;
  }
  const listed = (character: string) =>
    ranges.some(([from, to]) => from <= character && character <= to) ||
    named.some((members) => members.test(character));
  return { has: (character) => listed(character) !== negated, end: at };
}
