// Reads an answer in JSON mode as strictly as the protocol promises it, and checks values against schemas.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { type Answer, repository } from './built.js';

type Fields = Readonly<Record<string, unknown>>;

export interface ReadEnvelope extends Fields {
  readonly command: string;
  readonly exit_code: number;
  readonly data?: Fields;
  readonly error?: Fields & { readonly code: string; readonly message: string; readonly hint?: string };
}

/** The one envelope of an answer: one line, nothing on stderr, the real exit code, data or error, valid. */
export function envelopeOf(answer: Answer, schema = envelopeSchemaPath): ReadEnvelope {
  expect(answer.stderr).toBe('');
  expect(answer.stdout).toMatch(/^[^\n]+\n$/);
  const envelope: ReadEnvelope = JSON.parse(answer.stdout);
  expect(problems(schema, envelope)).toEqual([]);
  expect(envelope.exit_code).toBe(answer.exitCode);
  expect('data' in envelope).toBe(answer.exitCode === 0);
  expect('error' in envelope).toBe(answer.exitCode !== 0);
  return envelope;
}

export const envelopeSchemaPath = join(repository, 'schemas/envelope.json');

const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a value by the schema in that file; nothing where it is valid. */
export function problems(schemaPath: string, value: unknown): string[] {
  let validate = compiled.get(schemaPath);
  if (validate === undefined) {
    validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(readFileSync(schemaPath, 'utf8')));
    compiled.set(schemaPath, validate);
  }
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
