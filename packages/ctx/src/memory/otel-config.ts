// Where traces of runs go, as configs say it: `otel: { endpoint: http://127.0.0.1:4318 }`, or `otel: off`.

import * as t from 'typebox';
import { closed } from '../protocol/closed.js';

export const otelConfig = t.Union(
  [
    t.Literal('off'),
    t.Object(
      {
        endpoint: t.String({
          pattern: '^https?://',
          description: 'an OTLP/HTTP collector: http://127.0.0.1:4318',
        }),
        content: t.Optional(
          t.Boolean({ description: 'also prompts, answers, tool inputs and outputs; default: false' }),
        ),
      },
      closed,
    ),
  ],
  { description: 'where OpenTelemetry traces of runs are sent while they happen; off: nowhere' },
);
