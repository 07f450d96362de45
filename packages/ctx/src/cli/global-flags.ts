// The flags that every command has, and the early look at them that holds even when the rest cannot be parsed.

import { fail } from '../protocol/codes.js';
import type { Failure } from '../protocol/failure.js';
import { type Flags, flag } from './inputs.js';

const outputFormats = ['text', 'json', 'stream-json'] as const;
const envelopeVersions = ['2.0', '2', '1.0', '1'] as const;
const envelopeVariable = 'CTX_ENVELOPE_VERSION';

type OutputFormat = (typeof outputFormats)[number];
type EnvelopeVersion = '2.0' | '1.0';

export const globalFlags = {
  'output-format': flag.choiceOr('text', 'how to answer', outputFormats),
  'envelope-version': flag.choiceOr(
    '2.0',
    `which JSON envelope, also by ${envelopeVariable}; 1.0 is for older clients`,
    envelopeVersions,
  ),
  help: flag.switch('show what the command does, its flags and examples'),
} satisfies Flags;

export interface Wanted {
  readonly format: OutputFormat;
  readonly envelopeVersion: EnvelopeVersion;
  /** The value of the variable, where it names no version and the answer depends on it. */
  readonly invalidVersion?: string;
}

export function wantedOutput(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Wanted {
  const format = lastChoice(argv, '--output-format', outputFormats) ?? 'text';
  const asked = lastChoice(argv, '--envelope-version', envelopeVersions);
  // People who set the variable for their programs read text themselves.
  const byDefault = format === 'text' ? '' : (env[envelopeVariable] ?? '');
  const known = envelopeVersions.find((version) => version === byDefault);
  const envelopeVersion = (asked ?? known ?? '2.0').startsWith('1') ? '1.0' : '2.0';
  const isInvalid = asked === undefined && byDefault !== '' && known === undefined;
  return { format, envelopeVersion, ...(isInvalid && { invalidVersion: byDefault }) };
}

export function invalidVersion(value: string): Failure {
  return fail('flag_value_invalid', {
    operation: 'argparse',
    target: envelopeVariable,
    value,
    wanted: `one of ${envelopeVersions.join(', ')}`,
  });
}

function lastChoice<C extends string>(argv: readonly string[], name: string, choices: readonly C[]) {
  let found: C | undefined;
  for (const [i, word] of argv.entries()) {
    if (word === '--') break;
    const value =
      word === name ? argv[i + 1] : word.startsWith(`${name}=`) ? word.slice(name.length + 1) : undefined;
    found = choices.find((choice) => choice === value) ?? found;
  }
  return found;
}
