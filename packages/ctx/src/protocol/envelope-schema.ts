// The JSON Schema of the envelope. Apart from envelope.ts, so that no command loads it to answer.

import * as t from 'typebox';
import { closed } from './closed.js';
import { schemaVersion } from './envelope.js';
import { errorKinds } from './failure.js';

/** The JSON Schema of the envelope of one command, or of any where no data schema is given. */
export function envelopeSchema(of: { command?: string; data?: t.TSchema; details?: t.TSchema } = {}) {
  const common = {
    timestamp: t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' }),
    command: of.command === undefined ? t.String({ minLength: 1 }) : t.Literal(of.command),
    output_format: t.Literal('json'),
    schema_version: t.Literal(schemaVersion),
  };
  const error = t.Object(
    {
      kind: t.Enum(errorKinds),
      code: t.String({ pattern: '^[a-z][a-z0-9_]*$' }),
      operation: t.String({ minLength: 1 }),
      target: t.String(),
      retryable: t.Boolean(),
      message: t.String({ minLength: 1 }),
      hint: t.Optional(t.String({ minLength: 1 })),
      details: t.Optional(of.details ?? t.Object({})),
    },
    closed,
  );
  const success = t.Object(
    { ...common, exit_code: t.Literal(0), data: of.data ?? t.Object({}) },
    { ...closed, title: 'success' },
  );
  const failure = t.Object(
    {
      ...common,
      exit_code: t.Enum([1, 2, 130, 143]),
      error,
      name: t.Optional(t.String()),
      found: t.Optional(t.Literal(false)),
      handled: t.Optional(t.Literal(false)),
      loaded: t.Optional(t.Literal(false)),
    },
    { ...closed, title: 'failure' },
  );
  return t.Union([success, failure]);
}
