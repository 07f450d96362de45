// What the commands of trust answer with, and how an item looks to a person.

import * as t from 'typebox';
import { neutral, styled, type Terminal } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { type TrustItem, trustKinds } from '../../trust/item.js';

export const itemSchema = t.Object(
  {
    kind: t.Enum(trustKinds),
    path: t.String(),
    digest: t.String(),
    standing: t.Enum(['trusted', 'changed', 'untrusted', 'gone']),
    /** What it would run or say. */
    lines: t.Array(t.String()),
  },
  closed,
);

export type ItemAnswer = t.Static<typeof itemSchema>;

export function stoodAnswer(
  { kind, path, digest, lines }: TrustItem,
  standing: ItemAnswer['standing'],
): ItemAnswer {
  return { kind, path, digest, standing, lines: [...lines] };
}

export function itemText({ path, standing, lines }: ItemAnswer, terminal: Terminal): string {
  const style = standing === 'trusted' ? 'green' : 'yellow';
  const shown = lines.map((line) => `    ${neutral(line)}\n`).join('');
  return `  ${neutral(path)}  ${styled(terminal, style, standing)}\n${shown}`;
}
