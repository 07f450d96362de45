// The SDK holds a tool's structured result against the schema that its server gave. It does so with our own validator:
// the SDK's is a large library, and we have one loaded already.

import type { jsonSchemaValidator } from '@modelcontextprotocol/client';

export async function schemaValidator(): Promise<jsonSchemaValidator> {
  const { Check } = await import('typebox/schema');
  return {
    getValidator<T>(schema: object | boolean) {
      const fits = (input: unknown): input is T => Check(schema, input);
      return (input: unknown) =>
        fits(input)
          ? { valid: true, data: input, errorMessage: undefined }
          : {
              valid: false,
              data: undefined,
              errorMessage: 'it does not fit the schema that the server gave',
            };
    },
  };
}
