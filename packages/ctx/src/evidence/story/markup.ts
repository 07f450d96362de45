// Markup in which every text is escaped: what a model or a tool wrote can only ever be read, never run.

import { steering, writtenOut } from '../../text/steering.js';

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Markup | string | number | undefined | readonly Content[];

/** A piece of a page: html`<p>${anything}</p>`. Only markup made here goes in as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = parts[0] ?? '';
  for (const [i, value] of values.entries()) text += written(value) + (parts[i + 1] ?? '');
  return new Markup(text);
}

function written(value: Content): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  // Added up, V8 keeps pointers to the pieces; joined, it copies them, and again for each level of a page.
  return value.reduce<string>((text, piece) => text + written(piece), '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const special = new RegExp(`[&<>"']|${steering.source}`, steering.flags);

/** Characters that steer a browser or the direction of text are written out, so that a reader sees that they are there. */
export function escaped(text: string): string {
  return text.replace(special, (character) => entities[character] ?? writtenOut(character));
}
