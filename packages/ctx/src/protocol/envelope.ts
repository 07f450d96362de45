// Envelope 2.0: the one line of JSON that a command answers with.

import type { Failure } from './failure.js';

export const schemaVersion = '2.0';

export interface Words {
  readonly message: string;
  readonly hint?: string | undefined;
}

interface Head {
  readonly timestamp: string;
  readonly command: string;
  readonly exit_code: number;
  readonly output_format: 'json';
  readonly schema_version: typeof schemaVersion;
}

interface ErrorObject {
  readonly kind: string;
  readonly code: string;
  readonly operation: string;
  readonly target: string;
  readonly retryable: boolean;
  readonly message: string;
  readonly hint?: string;
  readonly details?: object;
}

export type Envelope =
  | (Head & { readonly data: object })
  | (Head & { readonly error: ErrorObject; readonly name?: string; readonly found?: false });

export function succeeded(command: string, data: object, at: number): Envelope {
  return { ...head(command, 0, at), data };
}

export function failed(command: string, failure: Failure, words: Words, at: number): Envelope {
  const { operation, target, details } = failure.where;
  const error: ErrorObject = {
    kind: failure.kind,
    code: failure.code,
    operation,
    target,
    retryable: failure.retryable,
    message: words.message,
    ...(words.hint === undefined ? {} : { hint: words.hint }),
    ...(details === undefined ? {} : { details }),
  };
  const missing = failure.kind.endsWith('_not_found') ? { name: target, found: false as const } : {};
  return { ...head(command, failure.exitCode, at), error, ...missing };
}

function head(command: string, exitCode: number, at: number): Head {
  return {
    timestamp: new Date(at).toISOString().replace(/\.\d+Z$/, 'Z'),
    command,
    exit_code: exitCode,
    output_format: 'json',
    schema_version: schemaVersion,
  };
}
