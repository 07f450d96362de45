// The text of a command or a skill: its front matter where that can be read, its body, and the description that one of them gives.

import type { Members } from '../protocol/members.js';
import { onOneLine } from '../text/one-line.js';
import { frontMatterOf } from './front-matter.js';

export interface CommandText {
  readonly fields: Members;
  readonly body: string;
  /** Nothing where the front matter could be read, or there is none. */
  readonly problem?: string;
}

const problems = {
  too_long: '(its front matter is too long)',
  not_yaml: '(its front matter is not valid YAML)',
} as const;

export function parseCommand(markdown: string): CommandText {
  const front = frontMatterOf(markdown);
  const { body } = front;
  if (front.state === 'read') return { fields: front.fields, body };
  // A list or a word says nothing about the command, and breaks nothing.
  if (front.state === 'none' || front.problem === 'not_mapping') return { fields: {}, body };
  return { fields: {}, body, problem: problems[front.problem] };
}

/** From the front matter, else from the first line of text. */
export function describe(markdown: string): string {
  const { fields, body, problem } = parseCommand(markdown);
  if (problem !== undefined) return problem;
  const { description } = fields;
  return typeof description === 'string' ? onOneLine(description) : (firstLine(body) ?? '');
}

function firstLine(body: string): string | undefined {
  const line = body.split('\n').find((text) => text.trim() !== '');
  return line === undefined ? undefined : onOneLine(line.replace(/^#+\s*/, ''));
}
