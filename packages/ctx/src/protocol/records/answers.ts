// What a model is asked and answers.

import * as t from 'typebox';
import { closed } from '../closed.js';
import { count, json, text } from './members.js';

/** What the provider wants back with the part in the next request: opaque, and as it came. */
const providerData = { provider_data: t.Optional(json()) };

export const modelPart = t.Union([
  t.Object({ type: t.Literal('text'), text: text(), ...providerData }, closed),
  t.Object({ type: t.Literal('reasoning'), text: text(), ...providerData }, closed),
  t.Object(
    { type: t.Literal('tool_call'), call_id: text(), tool: text(), input: json(), ...providerData },
    closed,
  ),
  /** A call whose input was not JSON: kept as it came. */
  t.Object(
    { type: t.Literal('malformed_call'), call_id: text(), tool: text(), input_text: text(), ...providerData },
    closed,
  ),
]);
export type ModelPart = t.Static<typeof modelPart>;

export const finishes = ['stop', 'tool_calls', 'length', 'content_filter'] as const;
export type Finish = (typeof finishes)[number];

export const failureKinds = [
  'status',
  'network',
  'cut_off',
  'malformed',
  'refused',
  'script',
  /** Another agent, which ctx drove, failed or went without an answer. */
  'agent',
] as const;
export type ModelFailureKind = (typeof failureKinds)[number];

/** A message of a request, by the record that it came from, so that nothing is stored twice. */
export const messageRef = t.Object(
  { role: t.Enum(['user', 'assistant', 'tool']), from: t.Array(count()) },
  closed,
);
