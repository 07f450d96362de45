// The first line of a longer text, for titles and tables.

/** Of a prompt: its first line that says something, without the marks of a heading. */
export function oneLine(text: string, most: number): string {
  const line =
    text
      .split('\n', 50)
      .map((each) => each.replace(/^\s*#{1,6}\s+/, '').trim())
      .find((each) => each !== '') ?? '';
  if (line.length <= most) return line;
  const cut = line.slice(0, most).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${space > most / 2 ? cut.slice(0, space) : cut}…`;
}
