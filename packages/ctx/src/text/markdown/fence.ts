// Where a code block begins and ends.

const beginning = /^\s*(`{3,}|~{3,})/;

/** The mark of a line that begins a code block. */
export function fenceIn(line: string): string | undefined {
  return beginning.exec(line)?.[1];
}

/** Whether a line ends the block that `mark` began: its own sign, as often at least, and nothing else. */
export function endsFence(line: string, mark: string): boolean {
  const text = line.trim();
  return text.startsWith(mark) && [...text].every((sign) => sign === mark[0]);
}
