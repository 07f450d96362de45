// A contract's lifecycle.json: what is called, in which order, and what must come of it. Read strictly.

import { join } from 'node:path';
import * as t from 'typebox';
import { closed } from '../../../ctx/src/kit/command.js';
import { readDocument } from '../../../ctx/src/kit/files.js';

const path = () => t.String();
const pair = () => t.Array(path(), { minItems: 2, maxItems: 2 });

const preparation = t.Union([
  t.Object({ copy: pair() }, closed),
  t.Object({ write: pair() }, closed),
  /** File, what stands there, what stands there instead. */
  t.Object({ replace: t.Array(t.String(), { minItems: 3, maxItems: 3 }) }, closed),
]);

const comparison = t.Union([
  t.Object({ same_bytes: pair() }, closed),
  t.Object({ same_tree: pair() }, closed),
  /** The first file begins with all of the second. */
  t.Object({ starts_with: pair() }, closed),
  /** A folder, and all that is in it. */
  t.Object({ only: t.Array(path(), { minItems: 1 }) }, closed),
]);

/** When a file in the call's folder holds a text. */
const moment = t.Object({ file: path(), holds: t.String({ minLength: 1 }) }, closed);

const call = {
  does: t.String(),
  /** A folder of its own with the configs in it, made when it is first named. */
  in: t.String(),
  prepare: t.Optional(t.Array(preparation)),
  /** A call that goes on meanwhile, and is then called off. */
  beside: t.Optional(t.Object({ argv: t.Array(t.String()), once: moment }, closed)),
  argv: t.Array(t.String()),
  signal: t.Optional(t.Object({ name: t.Enum(['SIGINT', 'SIGTERM']), once: moment }, closed)),
  exit_code: t.Integer(),
  /** The name of the golden that the whole answer is held against. */
  answer: t.Optional(t.String({ pattern: '^[a-z0-9-]+$' })),
  /** Members of this answer alone whose value varies. */
  varies: t.Optional(t.Array(t.String())),
  /** What the envelope must hold, and may hold more of. */
  data: t.Optional(t.Unknown()),
  error: t.Optional(t.Unknown()),
};

const lifecycle = t.Object(
  {
    contract: t.String(),
    /** Where answers are the contract: every call is made in each envelope, and its answer held against its golden. */
    answers: t.Optional(
      t.Object(
        {
          envelopes: t.Array(t.Enum(['1.0', '2.0']), { minItems: 1 }),
          /** Members whose value differs from machine to machine or may be reworded: only its type counts, and with `/*` that it is a list. */
          varies: t.Array(t.String()),
        },
        closed,
      ),
    ),
    /** Where files are the contract: members of their JSON that may be reworded, as above. Of a picture only that it is there counts. */
    files: t.Optional(t.Object({ varies: t.Array(t.String()) }, closed)),
    steps: t.Array(
      t.Object(
        {
          ...call,
          holds: t.Optional(t.Array(comparison)),
          /** The folder of a report, and the file that gets what its pages are about: of a page, that is the contract. */
          report_data: t.Optional(pair()),
        },
        closed,
      ),
    ),
    /** Calls that fail: `says` is in the message, and nothing on disk is changed. */
    failures: t.Array(t.Object({ ...call, says: t.String() }, closed)),
  },
  closed,
);

export type Lifecycle = t.Static<typeof lifecycle>;
export type LifecycleCall = Lifecycle['steps'][number] | Lifecycle['failures'][number];
export type Moment = t.Static<typeof moment>;
export type Preparation = t.Static<typeof preparation>;
export type Comparison = t.Static<typeof comparison>;

export function readLifecycle(version: string): Lifecycle {
  const file = join(version, 'lifecycle.json');
  return readDocument(file, file, lifecycle);
}
