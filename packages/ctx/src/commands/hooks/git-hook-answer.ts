// What the commands about hooks say of git's own.

import * as t from 'typebox';
import { neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';

const place = {
  file: t.String(),
  /** The hook that was there before, which ours runs first. */
  kept: t.Optional(t.String()),
  /** Whether other repositories have the same folder of hooks. */
  shared: t.Boolean(),
};

export const installedGitHookSchema = t.Object(place, closed);

export const gitHookSchema = t.Object(
  {
    ...place,
    change: t.Enum(['installed', 'removed', 'unchanged']),
  },
  closed,
);

export function gitHookText({ file, kept, change }: t.Static<typeof gitHookSchema>): string {
  const beside = kept === undefined ? '' : `, beside the one that was there (${neutral(kept)})`;
  return `git’s hook ${neutral(file)}: ${change}${beside}`;
}
