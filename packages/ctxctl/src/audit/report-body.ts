// The body of a report that a program wrote: findings as a list, what an earlier run had found and this one no longer
// does, and whatever else the audit wants to show.

const heading = '## Findings';

export interface Audited {
  readonly title: string;
  /** One line each, the same words for the same thing in every run. */
  readonly findings: readonly string[];
  /** More of the body, below the findings. */
  readonly notes: string;
}

/** A report that is longer than 1 MiB is read by nobody. */
const mostLines = 500;

export function bodyOf({ title, findings, notes }: Audited, resolved: readonly string[]): string {
  const list = (lines: readonly string[]) => {
    const more = lines.length - mostLines;
    const shown = lines.slice(0, mostLines).map((line) => `- ${line}\n`);
    return `${shown.join('')}${more > 0 ? `\n${more} more are left out here.\n` : ''}`;
  };
  return [
    `# ${title}\n`,
    `${heading}\n\n${findings.length === 0 ? 'None.\n' : list(findings)}`,
    ...(resolved.length === 0 ? [] : [`## Resolved since the last report\n\n${list(resolved)}`]),
    ...(notes === '' ? [] : [notes.endsWith('\n') ? notes : `${notes}\n`]),
  ].join('\n');
}

/** The findings that a body lists. */
export function findingsIn(body: string): string[] {
  const [, rest = ''] = body.split(`\n${heading}\n`);
  const section = rest.split(/^## /m)[0] ?? '';
  return section.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
}
