// The lines of a Markdown file that people edit by hand: those of one section, and where each begins.

export interface NumberedLine {
  readonly text: string;
  readonly number: number;
  /** Where it begins in the whole text. */
  readonly offset: number;
}

export interface Section {
  /** The lines of the whole text that are not inside a code block. */
  readonly lines: readonly NumberedLine[];
  /** Which of them lie below the heading, up to the next one of its level. */
  readonly start: number;
  readonly end: number;
}

export type LineProblem = (line: number, problem: string) => Error;

/** The section below `## heading`; nothing where there is none. */
export function sectionBelow(text: string, heading: string, problem: LineProblem): Section | undefined {
  const lines: NumberedLine[] = [];
  let offset = 0;
  let fence: number | undefined;
  let number = 0;
  for (const whole of text.split('\n')) {
    const line = { text: whole.replace(/\r$/, ''), number: ++number, offset };
    const isFence = line.text.startsWith('```');
    if (isFence) fence = fence === undefined ? number : undefined;
    else if (fence === undefined) lines.push(line);
    offset += whole.length + 1;
  }
  if (fence !== undefined) throw problem(fence, 'a code block begins here and never ends');
  const at = lines.findIndex((line) => line.text.trimEnd() === `## ${heading}`);
  if (at === -1) return undefined;
  const next = lines.findIndex((line, i) => i > at && line.text.startsWith('## '));
  return { lines, start: at + 1, end: next === -1 ? lines.length : next };
}

/** The text without that line. */
export function withoutLine(text: string, { offset, text: line }: NumberedLine): string {
  const end = text.indexOf('\n', offset + line.length);
  return text.slice(0, offset) + (end === -1 ? '' : text.slice(end + 1));
}

/** The text with a line more behind that one. */
export function withLineAfter(text: string, { offset, text: line }: NumberedLine, added: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const end = text.indexOf('\n', offset + line.length);
  if (end === -1) return `${text}${newline}${added}${newline}`;
  return `${text.slice(0, end + 1)}${added}${newline}${text.slice(end + 1)}`;
}
