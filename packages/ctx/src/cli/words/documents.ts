// Words for files that people write: configs, scripts, the settings of hosts.

import type { DocumentRule } from '../../protocol/code-facts.js';
import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { didYouMean } from './phrases.js';

const documentRules: Record<DocumentRule, (wanted: string) => string> = {
  type: (wanted) => `must be ${typeWords[wanted] ?? wanted}`,
  one_of: (wanted) => `must be ${wanted.includes(', ') ? 'one of ' : ''}${wanted}`,
  needs: (wanted) => `needs ${wanted}`,
  well_formed: () => 'contains an invalid character (a lone surrogate)',
  at_least: (wanted) => `must be ${wanted} or more`,
  at_most: (wanted) => `must be ${wanted} or less`,
  more_than: (wanted) => `must be more than ${wanted}`,
  items: (wanted) => `needs at least ${wanted} ${wanted === '1' ? 'item' : 'items'}`,
  not_empty: () => 'must not be empty',
  like: (wanted) => `must look like ${wanted}`,
  other: (wanted) => wanted,
};

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
};

export const documentWords = {
  document_malformed: ({ target, line, problem }) => ({
    message: `${target} cannot be parsed: ${problem} (line ${line}).`,
    hint: `Fix that line; the file is ${target.endsWith('.json') ? 'JSON' : 'YAML or JSON'}.`,
  }),
  document_invalid: ({ target, place, line, rule, wanted, described }) => ({
    message: `${target} is not valid: ${place || 'the document'} ${documentRules[rule](wanted)}${onLine(line)}.`,
    ...(described !== undefined && { hint: `Compare it with ${described}.` }),
  }),
  document_key_unknown: ({ target, key, line, known, nearest }) => ({
    message: `${target} has an unknown key: \`${key}\`${onLine(line)}.`,
    hint: didYouMean(nearest, `Known here: ${known.join(', ')}.`),
  }),
  user_config_unusable: ({ target, reason }) => ({
    message: `Your settings in ${target} cannot be used: ${reason}.`,
    hint: 'Fix the file, or make it readable for you alone.',
  }),
  settings_malformed: ({ target, line, column, problem }) => ({
    message: `${target} cannot be read as JSON, at line ${line}, column ${column}: ${problem}.`,
    hint: 'It was left as it is. Fix it and try again.',
  }),
  settings_misshapen: ({ target, line, column, place, wanted }) => ({
    message: `In ${target}, line ${line}, column ${column}, ${place} must be ${wanted}.`,
    hint: 'It was left as it is. Fix it and try again.',
  }),
  script_invalid: ({ target, place, reason }) => ({
    message: `${target}: ${place} ${reason}.`,
    hint: 'Correct the script and run it again.',
  }),
} satisfies Partial<WordsFor<Codes>>;

function onLine(line: number | undefined): string {
  return line === undefined ? '' : ` (line ${line})`;
}
