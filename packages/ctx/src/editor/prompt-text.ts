// What a person sends with a prompt, as the one text that a turn begins with.

import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { membersOf, textOf, wantedText } from '../acp/fields.js';
import { invalidParams } from '../acp/rpc-error.js';
import { asData } from '../protocol/foreign-text.js';

/** As much as comes on stdin to `ctx run`. */
const longestPrompt = 1 << 20;
const mostBlocks = 1000;

export function promptText(blocks: unknown, cwd: string): string {
  if (!Array.isArray(blocks)) throw invalidParams('prompt must be an array');
  if (blocks.length > mostBlocks) throw invalidParams(`a prompt has at most ${mostBlocks} blocks`);
  const text = joined(blocks.map((block, i) => blockOf(block, `prompt[${i}]`, cwd)));
  if (text.trim() === '') throw invalidParams('the prompt is empty');
  const bytes = Buffer.byteLength(text);
  if (bytes > longestPrompt)
    throw invalidParams(`the prompt has ${bytes} bytes, at most ${longestPrompt} are taken`);
  return text.toWellFormed();
}

interface Piece {
  readonly text: string;
  /** It stands on lines of its own. */
  readonly apart: boolean;
}

function blockOf(block: unknown, name: string, cwd: string): Piece {
  const { type, text, uri, resource } = membersOf(block);
  switch (type) {
    case 'text':
      return { text: wantedText(text, `${name}.text`), apart: false };
    case 'resource_link':
      return { text: shownPlace(wantedText(uri, `${name}.uri`), cwd), apart: false };
    case 'resource': {
      const { uri: whose, text: content } = membersOf(resource);
      const place = shownPlace(wantedText(whose, `${name}.resource.uri`), cwd);
      const embedded = textOf(content);
      return embedded === undefined
        ? { text: `${place} (not text, and left out)`, apart: false }
        : { text: asData(embedded, place), apart: true };
    }
    case 'image':
    case 'audio':
      throw invalidParams(`${name}: ctx takes no ${type} in a prompt, and did not offer to`);
    default:
      throw invalidParams(`${name}.type is none that is known`);
  }
}

/** A file below the folder by its path there, as the tools call it; anything else by its address. */
function shownPlace(uri: string, cwd: string): string {
  const path = filePath(uri);
  if (path === undefined) return uri;
  const inside = relative(cwd, path);
  return inside !== '' && !inside.startsWith('..') && !isAbsolute(inside) ? inside : path;
}

function filePath(uri: string): string | undefined {
  if (!uri.startsWith('file://')) return isAbsolute(uri) ? uri : undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

function joined(pieces: readonly Piece[]): string {
  let text = '';
  for (const { text: piece, apart } of pieces) {
    if (apart && text !== '' && !text.endsWith('\n')) text += '\n\n';
    text += apart ? `${piece}\n` : piece;
  }
  return text;
}
