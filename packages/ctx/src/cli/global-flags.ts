// The flags that every command has, and the early look at them that holds even when the rest cannot be parsed.

import { type Flags, flag } from './inputs.js';

const outputFormats = ['text', 'json', 'stream-json'] as const;
const envelopeVersions = ['2.0', '1.0'] as const;

type OutputFormat = (typeof outputFormats)[number];
type EnvelopeVersion = (typeof envelopeVersions)[number];

export const globalFlags = {
  'output-format': flag.choiceOr('text', 'how to answer', outputFormats),
  'envelope-version': flag.choiceOr('2.0', 'which JSON envelope; 1.0 is for older clients', envelopeVersions),
  help: flag.switch('show what the command does, its flags and examples'),
} satisfies Flags;

export interface Wanted {
  readonly format: OutputFormat;
  readonly envelopeVersion: EnvelopeVersion;
}

export function wantedOutput(argv: readonly string[]): Wanted {
  return {
    format: lastChoice(argv, '--output-format', outputFormats) ?? 'text',
    envelopeVersion: lastChoice(argv, '--envelope-version', envelopeVersions) ?? '2.0',
  };
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
