// Whether a value fits a JSON Schema, and why not. The validator is loaded when it is first needed.

import { timeLimit } from './within-time.js';

/** Of a schema with regular expressions of its own, which may be somebody's attempt at our time. */
const timeForPatterns = 1_000;

/** Reasons, none where it fits. A schema that cannot be evaluated is a reason, too: it comes from outside. */
export async function schemaErrors(schema: unknown, value: unknown): Promise<readonly string[]> {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null)) {
    return ['the schema is neither an object nor a boolean'];
  }
  const { Check, Errors } = await import('typebox/schema');
  try {
    const check = () => {
      if (Check(schema, value)) return [];
      const [, errors] = Errors(schema, value);
      return [...new Set(errors.map(reasonOf))].slice(0, 10);
    };
    return hasPattern(schema) ? timeLimit(timeForPatterns)(check) : check();
  } catch (error) {
    return [`the schema cannot be evaluated (${error instanceof Error ? error.message : String(error)})`];
  }
}

function hasPattern(schema: object | boolean): boolean {
  return /"pattern(?:Properties)?":/.test(JSON.stringify(schema));
}

function reasonOf(error: { instancePath: string; message: string; params: object }): string {
  const place = error.instancePath === '' ? 'the value' : error.instancePath;
  return `${place} ${error.message}${extraNames(error.params)}`;
}

function extraNames(params: object): string {
  const names: unknown = 'additionalProperties' in params ? params.additionalProperties : undefined;
  return Array.isArray(names) ? ` (${names.join(', ')})` : '';
}
