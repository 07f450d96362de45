// The SDK holds a tool's structured result against the schema that its server gave. It does so with our own validator:
// the SDK's is a large library, and we have one loaded already. Schema and result are a stranger's: a regular expression
// in them may be made to take for ever, and references to go round in circles.

import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/client';
import { TookTooLong, timeLimit } from '../within-time.js';

const timeForResult = 1_000;

export async function schemaValidator(): Promise<jsonSchemaValidator> {
  const { Check } = await import('typebox/schema');
  return {
    getValidator<T>(schema: object | boolean): JsonSchemaValidator<T> {
      /** Said by the check before it; the SDK's type is for what its caller declares. */
      const is = (_input: unknown): _input is T => true;
      return (input: unknown) => {
        try {
          const isFit = timeLimit(timeForResult)(() => Check(schema, input));
          if (isFit && is(input)) return { valid: true, data: input, errorMessage: undefined };
          return refused('it does not fit the schema that the server gave');
        } catch (error) {
          if (error instanceof TookTooLong)
            return refused('the schema that the server gave takes too long to check');
          return refused('the schema that the server gave cannot be evaluated');
        }
      };
    },
  };
}

function refused(errorMessage: string) {
  return { valid: false, data: undefined, errorMessage } as const;
}
