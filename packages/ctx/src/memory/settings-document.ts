// The schema of `.context/config.yaml`, and a document that fits it as settings.

import * as t from 'typebox';
import { parseDocument } from '../document/read-document.js';
import { closed } from '../protocol/closed.js';
import { otelConfig } from './otel-config.js';
import { blockingChecks, checkNames, defaultSettings, type MemorySettings } from './settings.js';

const ownWords = t.Optional(t.String({ minLength: 1, maxLength: 4000 }));

const ruleText = t.String({ minLength: 1, maxLength: 1000 });
const reason = t.String({ minLength: 1 });

const runDefaults = t.Optional(
  t.Object(
    {
      model: t.String({ minLength: 1 }),
      effort: t.Optional(t.Enum(['low', 'medium', 'high'])),
      base_url: t.Optional(t.String({ minLength: 1 })),
    },
    closed,
  ),
);

/** The user's own config has nothing else. */
export const userConfig = t.Object(
  {
    run: runDefaults,
    otel: t.Optional(otelConfig),
    capture: t.Optional(t.Union([t.Boolean(), t.Literal('all')])),
    sign: t.Optional(t.Boolean()),
  },
  closed,
);

export const memoryConfig = t.Object(
  {
    capture: t.Optional(t.Boolean()),
    sign: t.Optional(t.Boolean()),
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
    hooks: t.Optional(
      t.Object(
        {
          off: t.Optional(t.Array(t.Enum(checkNames))),
          words: t.Optional(t.Object(Object.fromEntries(checkNames.map((name) => [name, ownWords])), closed)),
          deny: t.Optional(
            t.Array(t.Union([ruleText, t.Object({ rule: ruleText, because: t.Optional(reason) }, closed)])),
          ),
          block: t.Optional(t.Array(t.Enum(blockingChecks))),
          claims: t.Optional(t.Boolean()),
          context_window: t.Optional(t.Integer({ minimum: 1000 })),
        },
        closed,
      ),
    ),
    run: runDefaults,
    otel: t.Optional(otelConfig),
  },
  closed,
);

export function parseSettings(text: string, shown: string): MemorySettings {
  const {
    pad = {},
    hooks = {},
    capture = true,
    run,
    otel,
    sign,
  } = parseDocument(text, shown, memoryConfig, 'the keys in `ctx docs memory`');
  const { context_window: contextWindow = defaultSettings.hooks.contextWindow, deny = [], ...others } = hooks;
  const rules = deny.map((each) => (typeof each === 'string' ? { rule: each } : each));
  return {
    encrypted: pad.encrypted ?? defaultSettings.encrypted,
    recipients: pad.recipients ?? defaultSettings.recipients,
    history: { ...defaultSettings.history, ...pad.history },
    hooks: { ...defaultSettings.hooks, ...others, deny: rules, contextWindow, capture },
    run,
    otel,
    sign,
  };
}

export type UserSettings = t.Static<typeof userConfig>;

export function userSettings(text: string, shown: string): UserSettings {
  return parseDocument(text, shown, userConfig, 'the keys in `ctx docs running-agents` and `ctx docs hooks`');
}
