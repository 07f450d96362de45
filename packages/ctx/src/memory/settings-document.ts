// The schema of `.context/config.yaml`, and a document that fits it as settings.

import * as t from 'typebox';
import { parseDocument } from '../document/read-document.js';
import { defaultSettings, type MemorySettings } from './settings.js';

const closed = { additionalProperties: false } as const;

export const memoryConfig = t.Object(
  {
    pad: t.Optional(
      t.Object(
        {
          encrypted: t.Optional(t.Boolean()),
          recipients: t.Optional(t.Array(t.String({ minLength: 1 }))),
          history: t.Optional(
            t.Object(
              {
                snapshots: t.Optional(t.Integer({ minimum: 1, maximum: 10_000 })),
                days: t.Optional(t.Number({ exclusiveMinimum: 0, maximum: 36_500 })),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);

export function parseSettings(text: string, shown: string): MemorySettings {
  const { pad = {} } = parseDocument(text, shown, memoryConfig);
  return {
    encrypted: pad.encrypted ?? defaultSettings.encrypted,
    recipients: pad.recipients ?? defaultSettings.recipients,
    history: { ...defaultSettings.history, ...pad.history },
  };
}
