// The shape of a signal in the answers of the demand commands.

import * as t from 'typebox';
import { closed } from '../../../../ctx/src/kit/command.js';
import { outcomes } from '../../governance/demand-log.js';

export const signalSchema = t.Object(
  {
    source: t.String(),
    surface: t.String(),
    use_case: t.String(),
    why: t.String(),
    date: t.String(),
    resolved: t.Optional(
      t.Object({ date: t.String(), outcome: t.Enum(outcomes), note: t.Optional(t.String()) }, closed),
    ),
  },
  closed,
);

export const promotionSchema = t.Object(
  {
    surface: t.String(),
    line: t.String(),
    /** False where ROADMAP.md has no heading `## Promotions`: then the line is to be added by hand. */
    on_roadmap: t.Boolean(),
  },
  closed,
);
