// What a program inside asks for and what it is told, as one JSON text each way over a Unix socket.

import { isMembers } from '../../protocol/members.js';
import { parsedJson } from '../../protocol/parsed-json.js';

export interface Request {
  readonly argv: readonly string[];
  /** Base64. */
  readonly stdin: string;
}

export type Reply =
  | { readonly exit_code: number; readonly stdout: string; readonly stderr: string }
  | { readonly refused: { readonly rule: string; readonly reason: string } };

/** The variable that names the socket, as it is seen inside. */
export const socketVariable = 'CTX_OUTSIDE';

/** A command line and a text of 1 MB each, written as JSON and base64. */
export const largestRequest = 8 << 20;
export const largestReply = 16 << 20;

/** As much as the system hands to a program: all words together, and one of them. */
const largestLine = 1 << 20;
const largestWord = (1 << 17) - 1;

/** Nothing for what is no request, or for a line that no program could be started with. */
export function parsedRequest(text: string): Request | undefined {
  const value = parsedJson(text);
  if (!isMembers(value)) return undefined;
  const { argv, stdin } = value;
  if (!Array.isArray(argv) || !argv.every(isWord) || typeof stdin !== 'string') return undefined;
  const bytes = argv.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0);
  return bytes > largestLine ? undefined : { argv, stdin };
}

export function parsedReply(text: string): Reply | undefined {
  const value = parsedJson(text);
  if (!isMembers(value)) return undefined;
  const { exit_code, stdout, stderr, refused } = value;
  if (isMembers(refused)) {
    const { rule, reason } = refused;
    return typeof rule === 'string' && typeof reason === 'string' ? { refused: { rule, reason } } : undefined;
  }
  return typeof exit_code === 'number' && typeof stdout === 'string' && typeof stderr === 'string'
    ? { exit_code, stdout, stderr }
    : undefined;
}

function isWord(word: unknown): word is string {
  return typeof word === 'string' && !word.includes('\0') && Buffer.byteLength(word) <= largestWord;
}
