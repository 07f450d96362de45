// What others wrote, in Markdown that a forge shows: as code, in which nothing is a link, a mention, markup or a script.

/** Characters that steer the direction of text or a terminal are written out, as in a report. */
const special = /[&<>|`]|(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff\ufffe\uffff]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '&#124;',
  '`': '&#96;',
};

function escaped(text: string): string {
  return text.replace(special, (character) => {
    const entity = entities[character];
    if (entity !== undefined) return entity;
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x20) return String.fromCodePoint(0x2400 + point);
    return `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** One line, in a cell or a list. */
export function code(text: string, most = 160): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const shown = line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line;
  return shown === '' ? '' : `<code>${escaped(shown)}</code>`;
}

/** A longer text, its lines kept. An empty line would end the block, so each has at least a character. */
export function block(text: string): string {
  const lines = escaped(text.trim())
    .split('\n')
    .map((line) => (line.trim() === '' ? '&#8203;' : line));
  return `<pre>${lines.join('\n')}</pre>`;
}

/** Outside of code nothing may be markup, a mention or a reference: what could be is written as a character. */
export function plain(text: string): string {
  return escaped(text.replace(/\s+/g, ' ')).replace(
    /[\\*_{}[\]()#+\-.!~@:/]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}
