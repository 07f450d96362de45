// The flat envelope 1.0 of older clients, made from envelope 2.0 and nothing else. No member of the data or the error is lost.

import type { Envelope } from './envelope.js';

/** These two belong to the envelope; data that has members of these names keeps them as `data_type` and `data_kind`. */
const taken = new Set(['type', 'kind']);

/** What only 2.0 says of the call. */
const headOnly = new Set(['timestamp', 'command', 'exit_code', 'output_format', 'schema_version', 'error']);

export function toVersion1(envelope: Envelope): object {
  if ('data' in envelope) return { ...moved(envelope.data), type: 'success', kind: envelope.command };
  const { message, ...error } = envelope.error;
  const beside = Object.entries(envelope).filter(([name]) => !headOnly.has(name));
  return { type: 'error', error: message, ...error, ...Object.fromEntries(beside) };
}

function moved(data: object): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [taken.has(name) ? `data_${name}` : name, value]),
  );
}
