// What one line of a session's log says to a reader: who spoke, and the words. Most records say nothing.

import { isMembers } from '../../protocol/members.js';
import { parsedJson } from '../../protocol/parsed-json.js';
import { timeIn } from '../../time/time-in.js';

export interface Utterance {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
}

/** Nothing for a line that is torn, or that holds none of what was said. */
export function saidIn(line: string): Utterance | undefined {
  const record = parsedJson(line);
  if (!isMembers(record)) return undefined;
  const at = timeIn(String(record['at']));
  switch (record['type']) {
    case 'turn.opened':
      return { role: 'user', text: words(record['prompt']), at };
    case 'model.responded':
      return { role: 'assistant', text: contentOf(record['content']), at };
    case 'tool.returned':
      return { role: 'tool', text: words(record['output']), at };
    case 'tool.denied':
      return { role: 'tool', text: words(record['reason']), at };
    default:
      return undefined;
  }
}

function contentOf(content: unknown): string {
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts
    .filter(isMembers)
    .map(({ text, tool, input, input_text }) =>
      [words(text), words(tool), words(input_text), input === undefined ? '' : JSON.stringify(input)]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join('\n');
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
