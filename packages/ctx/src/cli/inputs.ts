// What a command can be given: arguments by place, flags by name. Plain data with the value's type on it.

interface Said {
  /** A few plain words for the help. */
  readonly says: string;
}

/** `type` carries the value's TypeScript type only; no declaration holds a value there. */
export interface Argument<T = unknown> extends Said {
  readonly kind: 'one' | 'optional' | 'many' | 'any';
  readonly choices?: readonly string[];
  readonly type?: T;
}

export interface Flag<T = unknown> extends Said {
  readonly kind: 'switch' | 'text' | 'texts' | 'integer' | 'decimal' | 'choice';
  /** One letter that stands for it: `-p`. */
  readonly short?: string;
  /** How the help names the value: `N`, `FILE`. */
  readonly value?: string;
  readonly default?: string | number;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly required?: true;
  readonly type?: T;
}

export type Arguments = Readonly<Record<string, Argument>>;
export type Flags = Readonly<Record<string, Flag>>;

export type Values<D extends Arguments | Flags> = {
  readonly [K in keyof D]: D[K] extends { readonly type?: infer T } ? T : never;
};

export interface Input<A extends Arguments = Arguments, F extends Flags = Flags> {
  readonly args: Values<A>;
  readonly flags: Values<F>;
}

export const argument = {
  one: (says: string): Argument<string> => ({ kind: 'one', says }),
  optional: (says: string): Argument<string | undefined> => ({ kind: 'optional', says }),
  /** One or more. */
  many: (says: string): Argument<readonly string[]> => ({ kind: 'many', says }),
  /** None or more. */
  any: (says: string): Argument<readonly string[]> => ({ kind: 'any', says }),
  choice: <const C extends readonly string[]>(says: string, choices: C): Argument<C[number]> => ({
    kind: 'one',
    says,
    choices,
  }),
  optionalChoice: <const C extends readonly string[]>(
    says: string,
    choices: C,
  ): Argument<C[number] | undefined> => ({ kind: 'optional', says, choices }),
};

interface Range {
  readonly min?: number;
  readonly max?: number;
}

export const flag = {
  switch: (says: string): Flag<boolean> => ({ kind: 'switch', says }),
  text: (says: string, value: string): Flag<string | undefined> => ({ kind: 'text', says, value }),
  requiredText: (says: string, value: string): Flag<string> => ({
    kind: 'text',
    says,
    value,
    required: true,
  }),
  /** May be given more than once. */
  texts: (says: string, value: string): Flag<readonly string[]> => ({ kind: 'texts', says, value }),
  integer: (says: string, range: Range = {}): Flag<number | undefined> => ({
    kind: 'integer',
    says,
    value: 'N',
    ...range,
  }),
  integerOr: (fallback: number, says: string, range: Range = {}): Flag<number> => ({
    kind: 'integer',
    says,
    value: 'N',
    default: fallback,
    ...range,
  }),
  decimal: (says: string, value: string, range: Range = {}): Flag<number | undefined> => ({
    kind: 'decimal',
    says,
    value,
    ...range,
  }),
  choice: <const C extends readonly string[]>(says: string, choices: C): Flag<C[number] | undefined> => ({
    kind: 'choice',
    says,
    choices,
  }),
  choiceOr: <const C extends readonly string[]>(
    fallback: C[number],
    says: string,
    choices: C,
  ): Flag<C[number]> => ({ kind: 'choice', says, choices, default: fallback }),
};

/** The same flag, with a letter that stands for it. */
export function withShort<T>(letter: string, long: Flag<T>): Flag<T> {
  return { ...long, short: letter };
}
