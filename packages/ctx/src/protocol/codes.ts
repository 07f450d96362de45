// Every error code of ctx, with the facts that its words need. cli/words.ts must say each of them.

import { code, failuresOf } from './failure.js';

export const codes = {
  command_missing: code<{ group?: string; choices?: readonly string[] }>('parse'),
  command_unknown: code<{ nearest?: string | undefined }>('parse'),
  command_not_found: code<{ nearest?: string | undefined }>('command_not_found'),
  flag_unknown: code<{ nearest?: string | undefined; command?: string }>('parse'),
  flag_repeated: code('parse'),
  flag_value_missing: code<{ wanted: string }>('parse'),
  flag_value_unwanted: code('parse'),
  flag_value_invalid: code<{ value: string; wanted: string; nearest?: string | undefined }>('parse'),
  flag_missing: code<{ wanted: string }>('parse'),
  argument_missing: code<{ command: string }>('parse'),
  argument_unwanted: code<{ command: string }>('parse'),
  argument_invalid: code<{ argument: string; wanted: string; nearest?: string | undefined }>('parse'),
  json_opted_out: code<{ reason: string }>('parse'),
  json_foreign: code<{ speaks: string }>('parse'),

  internal_error: code<{ crashFile?: string | undefined }>('unknown'),
  interrupted: code('runtime', { exitCode: 130 }),
  terminated: code('runtime', { exitCode: 143 }),
  output_undeliverable: code<{ reason: string }>('delivery'),

  file_not_found: code('filesystem'),
  file_unreadable: code<{ reason: string }>('filesystem'),
  file_unwritable: code<{ reason: string }>('filesystem'),
  disk_full: code('filesystem'),
  package_incomplete: code('filesystem'),
  schema_unknown: code<{ nearest?: string | undefined }>('schema_not_found'),
} as const;

export type CodeName = keyof typeof codes;

export const fail = failuresOf(codes);
