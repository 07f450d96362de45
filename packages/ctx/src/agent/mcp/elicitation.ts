// What a server asks the person for while a tool runs: answered on a terminal, field by field, and declined where
// nobody is there.

import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';
import { schemaErrors } from '../schema-check.js';

/** A line of the person's, or nothing where nobody answers. */
export type AskPerson = (question: string) => Promise<string | undefined>;

type Schema = ElicitRequestFormParams['requestedSchema'];
type Field = Schema['properties'][string];
type Value = string | number | boolean | string[];

const mostFields = 20;
const mostTries = 3;

export async function elicited(
  server: string,
  { message, requestedSchema }: ElicitRequestFormParams,
  ask: AskPerson,
): Promise<ElicitResult> {
  const fields = Object.entries(requestedSchema.properties);
  if (fields.length > mostFields) return { action: 'decline' };
  const names = fields.map(([name]) => name).join(', ');
  const answer = await ask(
    `The MCP server ${server} asks: ${message}\nIt wants: ${names}. Do not type secrets. Answer it? [y/N]`,
  );
  if (answer === undefined) return { action: 'decline' };
  if (!/^y(es)?$/i.test(answer)) return { action: 'decline' };
  const content: Record<string, Value> = {};
  for (const [name, field] of fields) {
    const isRequired = requestedSchema.required?.includes(name) === true;
    const value = await answerTo(name, field, isRequired, ask);
    if (value === 'cancel') return { action: 'cancel' };
    if (value.given !== undefined) content[name] = value.given;
  }
  const reasons = await schemaErrors({ ...requestedSchema }, content);
  return reasons.length > 0 ? { action: 'cancel' } : { action: 'accept', content };
}

async function answerTo(
  name: string,
  field: Field,
  isRequired: boolean,
  ask: AskPerson,
): Promise<'cancel' | { readonly given: Value | undefined }> {
  const otherwise = 'default' in field ? field.default : undefined;
  let complaint = '';
  for (let tries = 0; tries < mostTries; tries++) {
    const line = await ask(`${complaint}${questionFor(name, field, isRequired)}`);
    if (line === undefined) return 'cancel';
    const given = line === '' ? otherwise : typed(line, field);
    if (given === undefined && !isRequired && line === '') return { given };
    const reasons = given === undefined ? ['needs an answer'] : await schemaErrors({ ...field }, given);
    if (reasons.length === 0) return { given };
    complaint = `${name}: ${reasons.join('; ')}. `;
  }
  return 'cancel';
}

function questionFor(name: string, field: Field, isRequired: boolean): string {
  const choices = choicesOf(field);
  const otherwise = 'default' in field ? field.default : undefined;
  const notes = [
    choices === undefined ? field.type : choices.join(' | '),
    otherwise === undefined ? (isRequired ? '' : 'optional') : `default ${String(otherwise)}`,
  ].filter((note) => note !== '');
  const about = field.description === undefined ? '' : `: ${field.description}`;
  return `${field.title ?? name}${about} (${notes.join(', ')})`;
}

function choicesOf(field: Field): readonly string[] | undefined {
  if (field.type === 'array') return choicesIn(field.items);
  return field.type === 'string' ? choicesIn(field) : undefined;
}

function choicesIn(schema: object): readonly string[] | undefined {
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum.map(String);
  for (const key of ['oneOf', 'anyOf'] as const) {
    const options: unknown = Reflect.get(schema, key);
    if (Array.isArray(options)) return options.flatMap(constOf);
  }
  return undefined;
}

function constOf(option: unknown): string[] {
  const value: unknown =
    typeof option === 'object' && option !== null ? Reflect.get(option, 'const') : undefined;
  return typeof value === 'string' ? [value] : [];
}

function typed(line: string, field: Field): Value | undefined {
  switch (field.type) {
    case 'boolean':
      return /^(?:y|yes|true)$/i.test(line) ? true : /^(?:n|no|false)$/i.test(line) ? false : undefined;
    case 'number':
    case 'integer':
      return Number.isFinite(Number(line)) ? Number(line) : undefined;
    case 'array':
      return line.split(',').map((part) => part.trim());
    default:
      return line;
  }
}
