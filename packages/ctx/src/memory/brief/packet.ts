// The packet itself: the best candidates as Markdown, as many as the budget holds, each with its source.

import { tokensAtMost } from '../tokens.js';
import { type BriefKind, briefKinds, type Candidate } from './candidates.js';
import type { Scored } from './score.js';

export interface PacketItem {
  readonly kind: BriefKind;
  readonly id: string | undefined;
  readonly title: string;
  readonly source: string;
  readonly score: number;
  readonly tokens: number;
  /** Only its title had room. */
  readonly shortened: boolean;
}

export interface Packet {
  readonly text: string;
  readonly tokens: number;
  readonly items: readonly PacketItem[];
  readonly left_out: number;
}

/** After so many that did not fit, smaller ones further down are not worth looking for. */
const mostMisfits = 64;

interface Chosen extends PacketItem {
  readonly text: string;
}

const headings: Readonly<Record<BriefKind, string>> = {
  handover: 'Handover from the last session',
  reminder: 'Due reminders',
  task: 'Open tasks',
  convention: 'Conventions',
  decision: 'Decisions',
  learning: 'Learnings',
};

/** Never more tokens than the budget: parts end in line breaks, so their estimates add up to that of the whole. */
export function packetOf(scored: readonly Scored[], heading: string, budget: number): Packet {
  const head = `# ${heading}\n`;
  let spent = tokensAtMost(head);
  const chosen: Chosen[] = [];
  const begun = new Set<BriefKind>();
  let misfits = 0;
  for (const { group, index, score } of scored) {
    if (misfits >= mostMisfits) break;
    const { kind } = group;
    const candidate = group.candidate(index);
    const { id, title, source } = candidate;
    const room = budget - spent - (begun.has(kind) ? 0 : tokensAtMost(headingOf(kind)));
    const fitting = [fullText(candidate), shortText(candidate)]
      .map((text) => ({ text, tokens: tokensAtMost(text) }))
      .find(({ tokens }) => tokens <= room);
    if (fitting === undefined) {
      misfits += 1;
      continue;
    }
    spent = budget - room + fitting.tokens;
    begun.add(kind);
    const shortened = fitting.text !== fullText(candidate);
    chosen.push({ kind, id, title, source, score, shortened, ...fitting });
  }
  const text = chosen.length === 0 ? '' : head + briefKinds.map((kind) => sectionOf(kind, chosen)).join('');
  const items = chosen.map(({ text: _, ...item }) => item);
  return { text, tokens: tokensAtMost(text), items, left_out: scored.length - chosen.length };
}

function sectionOf(kind: BriefKind, chosen: readonly Chosen[]): string {
  const own = chosen.filter((item) => item.kind === kind);
  return own.length === 0 ? '' : headingOf(kind) + own.map(({ text }) => text).join('');
}

function headingOf(kind: BriefKind): string {
  return `\n## ${headings[kind]}\n\n`;
}

function fullText(candidate: Candidate): string {
  const { body } = candidate;
  if (body === '') return shortText(candidate);
  const indented = body.split('\n').map((line) => (line.trim() === '' ? '\n' : `  ${line}\n`));
  return `${shortText(candidate)}${indented.join('')}`;
}

function shortText({ id, title, source }: Candidate): string {
  return `- ${id === undefined ? '' : `[${id}] `}${title} (${source})\n`;
}
