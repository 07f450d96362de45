// The flags that every command has, and the early look at them that holds even when the rest cannot be parsed.

import type { Environment } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';
import type { Failure } from '../protocol/failure.js';
import { type Flags, flag, withShort } from './inputs.js';

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
  json: flag.switch('short for --output-format json'),
  jq: flag.text(
    'answer in JSON, and print only what this expression takes from it: .data.sessions[].title',
    'EXPR',
  ),
  help: withShort('h', flag.switch('show what the command does, its flags and examples')),
} satisfies Flags;

export interface Wanted {
  readonly format: OutputFormat;
  readonly envelopeVersion: EnvelopeVersion;
  /** What to take from the answer. */
  readonly jq?: string;
  /** The value of the variable, where it names no version and the answer depends on it. */
  readonly invalidVersion?: string;
}

export function wantedOutput(argv: readonly string[], env: Environment): Wanted {
  const jq = lastValue(argv, '--jq');
  const format = formatOf(argv, jq);
  const asked = lastChoice(argv, '--envelope-version', envelopeVersions);
  // People who set the variable for their programs read text themselves.
  const byDefault = format === 'text' ? '' : (env[envelopeVariable] ?? '');
  const known = envelopeVersions.find((version) => version === byDefault);
  const envelopeVersion = (asked ?? known ?? '2.0').startsWith('1') ? '1.0' : '2.0';
  const isInvalid = asked === undefined && byDefault !== '' && known === undefined;
  return {
    format,
    envelopeVersion,
    ...(jq !== undefined && { jq }),
    ...(isInvalid && { invalidVersion: byDefault }),
  };
}

export function invalidVersion(value: string): Failure {
  return fail('flag_value_invalid', {
    operation: 'argparse',
    target: envelopeVariable,
    value,
    wanted: `one of ${envelopeVersions.join(', ')}`,
  });
}

/** The short forms are about JSON: what they ask for is never text. */
function formatOf(argv: readonly string[], jq: string | undefined): OutputFormat {
  const format = lastChoice(argv, '--output-format', outputFormats) ?? 'text';
  if (jq !== undefined) return 'json';
  const end = argv.indexOf('--');
  const isShort = argv.slice(0, end === -1 ? undefined : end).includes('--json');
  return isShort && format === 'text' ? 'json' : format;
}

function lastChoice<C extends string>(argv: readonly string[], name: string, choices: readonly C[]) {
  return valuesOf(argv, name)
    .flatMap((value) => choices.find((choice) => choice === value) ?? [])
    .at(-1);
}

function lastValue(argv: readonly string[], name: string): string | undefined {
  return valuesOf(argv, name).at(-1);
}

function valuesOf(argv: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (const [i, word] of argv.entries()) {
    if (word === '--') break;
    const value =
      word === name ? argv[i + 1] : word.startsWith(`${name}=`) ? word.slice(name.length + 1) : undefined;
    if (value !== undefined) values.push(value);
  }
  return values;
}
