// What an editor lets people choose besides the mode: the model, and how much it should think.

import type { SessionConfigOption } from '@agentclientprotocol/sdk';
import { offeredProviders } from '../agent/models/offered.js';
import { listedModels } from '../agent/models/prices.js';
import type { Environment } from '../disk/user-folder.js';
import { type Effort, efforts } from '../protocol/efforts.js';

export interface Chosen {
  readonly model: string | undefined;
  readonly effort: string | undefined;
}

const usual = 'default';

/** `current` is what the session uses; nothing where no model is configured. */
export function configOptions(current: Chosen, env: Environment): SessionConfigOption[] {
  const usable = new Set(offeredProviders(env).flatMap(({ name, usable: can }) => (can ? [name] : [])));
  const known = listedModels()
    .map(({ name }) => name)
    .filter((name) => [...usable].some((provider) => name.startsWith(`${provider}/`)));
  const names = [...new Set([...(current.model === undefined ? [] : [current.model]), ...known])];
  return [
    ...(names.length === 0
      ? []
      : [
          {
            type: 'select' as const,
            id: 'model',
            name: 'Model',
            category: 'model',
            currentValue: current.model ?? usual,
            options: [
              ...(current.model === undefined ? [{ value: usual, name: 'none configured' }] : []),
              ...names.map((name) => ({ value: name, name })),
            ],
          },
        ]),
    {
      type: 'select',
      id: 'effort',
      name: 'Effort',
      category: 'thought_level',
      currentValue: current.effort ?? usual,
      options: [
        { value: usual, name: 'the model’s default' },
        ...efforts.map((value) => ({ value, name: value })),
      ],
    },
  ];
}

/** Nothing where it is none of them. */
export function wantedEffort(value: string): Effort | 'default' | undefined {
  return value === usual ? usual : efforts.find((effort) => effort === value);
}
