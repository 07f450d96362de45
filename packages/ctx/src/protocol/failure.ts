// A failure is a typed value: a code, what was being done, on what. It holds no English; the printer does.

export const errorKinds = [
  'filesystem',
  'auth',
  'session',
  'parse',
  'runtime',
  'mcp',
  'delivery',
  'usage',
  'policy',
  'unknown',
  'command_not_found',
  'tool_not_found',
  'session_not_found',
  'run_not_found',
  'schema_not_found',
  'catalog_entry_not_found',
  'catalog_source_not_found',
  'entry_not_found',
  'snapshot_not_found',
  'reminder_not_found',
  'item_not_found',
] as const;

export type ErrorKind = (typeof errorKinds)[number];

/** What every failure knows, whatever its code. */
export interface Where {
  readonly operation: string;
  readonly target: string;
  readonly cause?: unknown;
  /** What `data` would have held, where a command got that far. */
  readonly details?: object | undefined;
  /** Where the code alone does not say it: a run is cancelled by one signal or another, a model fails in many ways. */
  readonly kind?: ErrorKind;
  readonly exitCode?: number;
  readonly retryable?: boolean;
}

/** One row of a code table. `Facts` are the values that the words for this code need. */
export interface Code<Facts extends object = object> {
  readonly kind: ErrorKind;
  readonly retryable: boolean;
  readonly exitCode: number;
  /** Carries the type only; no row holds a value here. */
  readonly facts?: Facts;
}

export type CodeTable = Readonly<Record<string, Code>>;

export type FactsOf<C> = C extends Code<infer Facts> ? Facts : never;

export class Failure extends Error {
  override readonly name = 'Failure';

  readonly code: string;
  readonly row: Code;
  readonly where: Where;
  /** The words of another ctx, where it was that one that failed. */
  readonly wordedAs: { readonly message: string; readonly hint?: string | undefined } | undefined;

  constructor(code: string, row: Code, where: Where, wordedAs?: Failure['wordedAs']) {
    super(code, { cause: where.cause });
    this.wordedAs = wordedAs;
    this.code = code;
    this.row = row;
    this.where = where;
  }

  get kind(): ErrorKind {
    return this.where.kind ?? this.row.kind;
  }

  get exitCode(): number {
    return this.where.exitCode ?? this.row.exitCode;
  }

  get retryable(): boolean {
    return this.where.retryable ?? this.row.retryable;
  }
}

/** Declares one row: `code<{ nearest?: string }>('parse')`. */
export function code<Facts extends object = object>(
  kind: ErrorKind,
  options: { retryable?: boolean; exitCode?: number } = {},
): Code<Facts> {
  return { kind, retryable: options.retryable ?? false, exitCode: options.exitCode ?? 1 };
}

/**
 * Binds a code table to the function that makes its failures: `throw fail('flag_unknown', { … })`. The table is made with the
 * first of them, once: it takes a millisecond, and a file that is missing is a failure that many commands expect.
 */
export function failuresOf<T extends CodeTable>(table: () => T) {
  let rows: T | undefined;
  return <C extends keyof T & string>(name: C, where: Where & FactsOf<T[C]>): Failure => {
    rows ??= table();
    const row = rows[name];
    if (row === undefined) throw new TypeError(`no such code: ${name}`);
    return new Failure(name, row, where);
  };
}

export { isSystemError, type SystemCodes, systemCode } from './system-error.js';
