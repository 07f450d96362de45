// Commands of a program that only tests have.

import * as t from 'typebox';
import { type Clawable, clawable, type Services } from './command.js';
import { type Flag, flag } from './inputs.js';

export const json = ['--output-format', 'json'];

export const returns = t.Object({ said: t.String() });

export type Greeting = Clawable<Record<never, never>, { readonly loud: Flag<boolean> }, typeof returns>;

export function greeting(
  run: (services: Services) => Promise<{ said: string }>,
  more: Partial<Pick<Greeting, 'long' | 'live' | 'warnings' | 'render'>> = {},
): Greeting {
  return clawable({
    name: 'greet',
    group: 'about',
    summary: 'Greet',
    description: 'Greets.',
    examples: [],
    arguments: {},
    flags: { loud: flag.switch('louder') },
    returns,
    run: (_, services) => run(services),
    render: ({ said }) => said,
    ...more,
  });
}

export const never = () => new Promise<never>(() => {});
