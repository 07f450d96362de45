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

/** What a failure says beside its error: an entity that is not there, work that was not done. */
interface Unmet {
  readonly name?: string;
  readonly found?: false;
  readonly handled?: false;
  readonly loaded?: false;
}

export type Envelope = (Head & { readonly data: object }) | (Head & { readonly error: ErrorObject } & Unmet);

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
  return { ...head(command, failure.exitCode, at), error, ...unmet(command, failure) };
}

function unmet(command: string, { kind, where }: Failure): Unmet {
  const missing = kind.endsWith('_not_found') ? { name: where.target, found: false as const } : {};
  switch (command) {
    case 'exec-command':
    case 'exec-tool':
      return { ...missing, handled: false };
    case 'load-session':
      return { ...missing, loaded: false };
    default:
      return missing;
  }
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
