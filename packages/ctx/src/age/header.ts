// The header of an age file: who it was sealed for, a stanza each, and the code that authenticates all of it.

export interface Stanza {
  readonly words: readonly string[];
  readonly body: Buffer;
}

export interface Header {
  readonly stanzas: readonly Stanza[];
  /** What the code is computed over: everything up to and with `---`. */
  readonly covered: Buffer;
  readonly code: Buffer;
  /** Where the payload begins. */
  readonly end: number;
}

export const versionLine = 'age-encryption.org/v1';

/** A header is a few hundred bytes; a longer one than this is not read. */
const longest = 1 << 20;
const lineBytes = 48;

export function hasVersionLine(bytes: Buffer): boolean {
  return bytes.subarray(0, versionLine.length + 1).toString('latin1') === `${versionLine}\n`;
}

/** The header with its code left out: exactly the bytes that the code is computed over. */
export function encodeCovered(stanzas: readonly Stanza[]): string {
  const texts = stanzas.map(({ words, body }) => `-> ${words.join(' ')}\n${encodeBody(body)}`);
  return `${versionLine}\n${texts.join('')}---`;
}

/** Nothing where the bytes do not hold a whole, strictly formed header. */
export function parseHeader(bytes: Buffer): Header | undefined {
  if (!hasVersionLine(bytes)) return undefined;
  const text = bytes.subarray(0, longest).toString('latin1');
  const stanzas: Stanza[] = [];
  let at = versionLine.length + 1;
  while (text.startsWith('-> ', at)) {
    const stanza = parseStanza(text, at);
    if (stanza === undefined) return undefined;
    stanzas.push(stanza);
    at = stanza.end;
  }
  const end = text.indexOf('\n', at);
  if (!text.startsWith('--- ', at) || end === -1 || stanzas.length === 0) return undefined;
  const code = decodeBase64(text.slice(at + 4, end));
  if (code?.length !== 32) return undefined;
  return { stanzas, covered: bytes.subarray(0, at + 3), code, end: end + 1 };
}

function parseStanza(text: string, start: number): (Stanza & { end: number }) | undefined {
  let end = text.indexOf('\n', start);
  const words = text.slice(start + 3, end === -1 ? start : end).split(' ');
  if (words.some((word) => !/^[!-~]+$/.test(word))) return undefined;
  const parts: Buffer[] = [];
  for (;;) {
    const from = end + 1;
    end = text.indexOf('\n', from);
    const part = end === -1 ? undefined : decodeBase64(text.slice(from, end));
    if (part === undefined || part.length > lineBytes) return undefined;
    parts.push(part);
    if (part.length < lineBytes) return { words, body: Buffer.concat(parts), end: end + 1 };
  }
}

/** Lines of 64 characters; the last one is shorter, and empty if need be. */
function encodeBody(body: Buffer): string {
  let text = '';
  for (let at = 0; at <= body.length; at += lineBytes) {
    text += `${encodeBase64(body.subarray(at, at + lineBytes))}\n`;
  }
  return text;
}

export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

/** Only the one canonical form, without padding. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return encodeBase64(bytes) === text ? bytes : undefined;
}
