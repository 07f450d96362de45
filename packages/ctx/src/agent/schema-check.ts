// Whether a value fits a JSON Schema, and why not. The validator is loaded when it is first needed.

import { timeLimit } from './within-time.js';

/** Of a schema that may be somebody's attempt at our time. */
const timeForCheck = 1_000;

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
    return mayTakeLong(schema) ? timeLimit(timeForCheck)(check) : check();
  } catch (error) {
    return [`the schema cannot be evaluated (${error instanceof Error ? error.message : String(error)})`];
  }
}

/** Regular expressions, and choices and references that double with every level. */
function mayTakeLong(schema: object | boolean): boolean {
  return /"(?:pattern(?:Properties)?|\$ref|\$dynamicRef|(?:any|all|one)Of)":/.test(JSON.stringify(schema));
}

function reasonOf(error: { instancePath: string; message: string; params: object }): string {
  const place = error.instancePath === '' ? 'the value' : error.instancePath;
  return `${place} ${error.message}${extraNames(error.params)}`;
}

function extraNames(params: object): string {
  const names: unknown = 'additionalProperties' in params ? params.additionalProperties : undefined;
  return Array.isArray(names) ? ` (${names.join(', ')})` : '';
}
