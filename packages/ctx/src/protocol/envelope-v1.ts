// The flat envelope 1.0 of older clients, made from envelope 2.0 and nothing else.

import type { Envelope } from './envelope.js';

export function toVersion1(envelope: Envelope): object {
  if ('data' in envelope) return { ...envelope.data, kind: envelope.command };
  const { message, kind, hint, details } = envelope.error;
  return {
    ...details,
    type: 'error',
    error: message,
    kind,
    ...(hint === undefined ? {} : { hint }),
    ...(envelope.found === undefined ? {} : { name: envelope.name, found: false }),
  };
}
