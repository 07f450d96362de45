// Comments taken out of what is parsed further. One pass over the text, however many comments and strings never end.

/** JSON without comments and without a comma before a closing bracket; both become spaces, so that lines keep their numbers. */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  let comma = -1;
  const blank = (from: number, to: number) => {
    parts.push(text.slice(kept, from), text.slice(from, to).replace(/[^\n]/g, ' '));
    kept = to;
  };
  const commas: number[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    const comment = character === '/' ? endOfComment(text, at) : undefined;
    if (comment !== undefined) {
      blank(at, comment);
      at = comment;
      continue;
    }
    if (character === ',') comma = at;
    else if ((character === ']' || character === '}') && comma !== -1) commas.push(comma);
    if (character !== ',' && character.trim() !== '') comma = -1;
    at = character === '"' ? endOfString(text, at) : at + 1;
  }
  parts.push(text.slice(kept));
  return withSpacesAt(parts.join(''), commas);
}

/** Blanked comments are as long as they were, so places in the text stay what they are. */
function withSpacesAt(text: string, places: readonly number[]): string {
  const parts: string[] = [];
  let kept = 0;
  for (const place of places) {
    parts.push(text.slice(kept, place), ' ');
    kept = place + 1;
  }
  return parts.join('') + text.slice(kept);
}

function endOfComment(text: string, at: number): number | undefined {
  if (text[at + 1] === '/') {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  }
  if (text[at + 1] !== '*') return undefined;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? text.length : end + 2;
}

/** Behind the closing quote, or at the end of the line: no string of JSON goes on there. */
function endOfString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const character = text[i];
    if (character === '"') return i + 1;
    if (character === '\n') return i;
    if (character === '\\') i++;
  }
  return text.length;
}

/** Block comments emptied but for their line breaks. One that never ends stays as it is. */
export function withoutBlockComments(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (;;) {
    const start = text.indexOf('/*', kept);
    const end = start === -1 ? -1 : text.indexOf('*/', start + 2);
    if (end === -1) return parts.join('') + text.slice(kept);
    parts.push(text.slice(kept, start), text.slice(start, end).replace(/[^\n]/g, ''));
    kept = end + 2;
  }
}
