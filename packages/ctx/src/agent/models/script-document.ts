// The document that a script is written as: the schema that editors get, and that a script must fit.

import * as t from 'typebox';
import { closed } from '../../protocol/closed.js';

const count = () => t.Integer({ minimum: 0 });

const callDocument = t.Object(
  {
    tool: t.String(),
    input: t.Optional(t.Unknown()),
    input_text: t.Optional(
      t.String({ description: 'with fault: malformed_call, an input that is not JSON' }),
    ),
    id: t.Optional(t.String({ description: 'the id of the call; call-1, call-2, … unless said' })),
  },
  closed,
);

const expectDocument = t.Object(
  {
    contains: t.Optional(t.String({ description: 'the last thing that the model was told has this text' })),
    equals: t.Optional(t.String({ description: 'the last thing that the model was told is this text' })),
    matches: t.Optional(
      t.Object(
        {
          path: t.String({ description: 'a JSON path into the request: messages[-1].text' }),
          value: t.Unknown(),
        },
        closed,
      ),
    ),
  },
  closed,
);

const faultDocument = t.Union([
  t.Enum(['cut_off', 'malformed_call']),
  t.Object(
    {
      status: t.Integer({ minimum: 400, maximum: 599 }),
      retry_after: t.Optional(t.Number({ minimum: 0, description: 'seconds' })),
    },
    closed,
  ),
]);

const replyDocument = t.Object(
  {
    expect: t.Optional(expectDocument),
    say: t.Optional(t.String()),
    call: t.Optional(t.Array(callDocument)),
    usage: t.Optional(
      t.Object({ input_tokens: t.Optional(count()), output_tokens: t.Optional(count()) }, closed),
    ),
    delay_ms: t.Optional(count()),
    hang: t.Optional(t.Union([t.Literal(true), t.Literal('ignore_cancel')])),
    fault: t.Optional(faultDocument),
    refuse: t.Optional(t.String({ description: 'a refusal with this text' })),
    finish: t.Optional(t.Literal('length')),
  },
  closed,
);

export const scriptDocument = t.Object(
  {
    model: t.Literal('script/1'),
    price: t.Optional(
      t.Object(
        { input_usd_per_mtok: t.Number({ minimum: 0 }), output_usd_per_mtok: t.Number({ minimum: 0 }) },
        closed,
      ),
    ),
    context_tokens: t.Optional(t.Integer({ minimum: 1 })),
    replies: t.Array(replyDocument),
  },
  closed,
);

export type ScriptDocument = t.Static<typeof scriptDocument>;
export type ReplyDocument = t.Static<typeof replyDocument>;
export type CallDocument = t.Static<typeof callDocument>;
