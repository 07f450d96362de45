// What a program printed, in the colours that it printed it in.

import { painted as piecesOf } from '../../../text/painted.js';
import { html, type Markup } from '../../story/markup.js';

export function painted(text: string): Markup {
  return html`${piecesOf(text).map(({ text: piece, classes }) => (classes === '' ? piece : html`<span class="${classes}">${piece}</span>`))}`;
}
