// The commands that a program in the sandbox may have run outside: those of the memory, and never the pad.

/** `remind` takes a text where the others take a second word. */
const ledgerVerbs = ['add', 'archive', 'list', 'search'];
const twoWords: ReadonlySet<string> = new Set([
  ...['task', 'decision', 'learning', 'convention'].flatMap((ledger) =>
    ledgerVerbs.map((verb) => `${ledger} ${verb}`),
  ),
  'task done',
  'remind list',
  'remind dismiss',
  'handover write',
]);
const fileFlag = '--json-file';
const globalFlag = /^--(output-format|envelope-version)(=|$)/;

/** The command, and the place of its first word; nothing for a line that is about anything else. */
export function memoryCommandIn(
  argv: readonly string[],
): { readonly name: string; readonly at: number } | undefined {
  let at = 0;
  for (let flag = globalFlag.exec(argv[at] ?? ''); flag !== null; flag = globalFlag.exec(argv[at] ?? ''))
    at += flag[2] === '=' ? 1 : 2;
  const [first = '', second = ''] = argv.slice(at);
  const both = `${first} ${second}`;
  if (twoWords.has(both)) return { name: both, at };
  return first === 'remind' ? { name: first, at } : undefined;
}

/** Where the line names a file to be read: the place of the name, with the flag or behind it. */
export function fileIn(argv: readonly string[]): { readonly at: number; readonly file: string } | undefined {
  for (const [index, word] of argv.entries()) {
    if (word.startsWith(`${fileFlag}=`)) return { at: index, file: word.slice(fileFlag.length + 1) };
    if (word === fileFlag) return { at: index + 1, file: argv[index + 1] ?? '' };
  }
  return undefined;
}

/** The same line with stdin in the file's place. */
export function withStdin(argv: readonly string[], at: number): string[] {
  return argv.map((word, index) => (index !== at ? word : word.startsWith(fileFlag) ? `${fileFlag}=-` : '-'));
}

/** Outside, no file may be named: it would be read with the rights of whoever runs ctx there. */
export function namesFile(argv: readonly string[]): boolean {
  return argv.some(
    (word, index) =>
      (word.startsWith(`${fileFlag}=`) && word !== `${fileFlag}=-`) ||
      (word === fileFlag && argv[index + 1] !== '-'),
  );
}
