// What a program inside asks for and what it is told, as one JSON text each way over a Unix socket.

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

/** Nothing for what is no request. */
export function parsedRequest(text: string): Request | undefined {
  const value = parsed(text);
  if (!isFields(value)) return undefined;
  const { argv, stdin } = value;
  return Array.isArray(argv) && argv.every(isPlain) && typeof stdin === 'string'
    ? { argv, stdin }
    : undefined;
}

export function parsedReply(text: string): Reply | undefined {
  const value = parsed(text);
  if (!isFields(value)) return undefined;
  const { exit_code, stdout, stderr, refused } = value;
  if (isFields(refused)) {
    const { rule, reason } = refused;
    return typeof rule === 'string' && typeof reason === 'string' ? { refused: { rule, reason } } : undefined;
  }
  return typeof exit_code === 'number' && typeof stdout === 'string' && typeof stderr === 'string'
    ? { exit_code, stdout, stderr }
    : undefined;
}

/** A word that could be handed to a program. */
function isPlain(word: unknown): word is string {
  return typeof word === 'string' && !word.includes('\0');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
