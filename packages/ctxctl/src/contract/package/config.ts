// The file that says what a package promises on a clean host: its commands and what they must do, where it may write,
// what it must not touch, and how long it may take.

import * as t from 'typebox';
import { closed } from '../../../../ctx/src/kit/command.js';

const filledIn = `\${name} and \${version} are the package’s`;
const says = (description: string) => ({ description });
const seconds = (description: string) => t.Number({ exclusiveMinimum: 0, maximum: 3600, description });
const lines = (description: string) => t.Array(t.String({ minLength: 1 }), says(description));
const oneOrMore = (description: string) =>
  t.Union(
    [t.String({ minLength: 1 }), t.Array(t.String({ minLength: 1 }), { minItems: 1 })],
    says(description),
  );

const textFields = {
  equals: t.Optional(t.String(says(`the whole text; ${filledIn}`))),
  contains: t.Optional(oneOrMore(`texts that must be in it; ${filledIn}`)),
  lacks: t.Optional(oneOrMore('texts that must not be in it')),
  matches: t.Optional(t.String({ minLength: 1, description: 'a regular expression that must match' })),
};

/** A text alone is one that must be in it. */
const text = (description: string) =>
  t.Union([t.String({ minLength: 1 }), t.Object(textFields, closed)], says(description));

const file = t.Union([t.Enum(['present', 'absent']), t.Object(textFields, closed)]);

const command = t.Object(
  {
    run: oneOrMore('a line for the shell, or a program and its words'),
    cwd: t.Optional(
      t.String({ minLength: 1, description: 'a folder of the project (default: the project)' }),
    ),
    stdin: t.Optional(t.String(says('what it can read'))),
    env: t.Optional(t.Record(t.String(), t.String(), says('variables, besides those of the clean host'))),
    exit: t.Optional(
      t.Union(
        [
          t.Integer({ minimum: 0, maximum: 255 }),
          t.Array(t.Integer({ minimum: 0, maximum: 255 }), { minItems: 1 }),
        ],
        says('the exit code, or several that are right (default: 0)'),
      ),
    ),
    stdout: t.Optional(text('what it must print')),
    stderr: t.Optional(text('what it must print on stderr')),
    files: t.Optional(
      t.Record(
        t.String(),
        file,
        says('files of the project after it, each `present`, `absent`, or its text'),
      ),
    ),
    writes: t.Optional(
      t.Enum(['project', 'nothing'], says('whether it may write into the project (default: project)')),
    ),
    network: t.Optional(t.Enum(['deny', 'allow'], says('for this command alone'))),
    time_limit_seconds: t.Optional(seconds('for this command alone')),
  },
  closed,
);
export type CommandConfig = t.Static<typeof command>;

const given = (description: string) => t.Optional(t.Record(t.String(), t.String(), says(description)));

const step = t.Object(
  {
    name: t.String({ pattern: '^[a-z][a-z0-9-]*$', description: 'one word, for --only and for the record' }),
    proves: t.String({ minLength: 1, description: 'what it shows, in a sentence' }),
    look_at: t.Optional(t.String({ minLength: 1, description: 'what to look at when it fails' })),
    /** Left out by --fast. */
    slow: t.Optional(t.Literal(true)),
    given: given('files of the step’s own project: path → text'),
    commands: t.Array(command, { minItems: 1 }),
  },
  closed,
);
export type StepConfig = t.Static<typeof step>;

export const contractConfig = t.Object(
  {
    package: t.Optional(t.String({ minLength: 1, description: 'the name that the package must have' })),
    packed: t.Optional(
      t.Object(
        {
          has: t.Optional(lines('files that must be in the tarball, as patterns')),
          has_not: t.Optional(lines('files that must not be in it, as patterns')),
        },
        { ...closed, ...says('what the tarball holds') },
      ),
    ),
    install: t.Optional(
      t.Object(
        {
          scripts: t.Optional(
            t.Enum(['refuse', 'run'], says('whether install scripts are a fault, or run (default: refuse)')),
          ),
          time_limit_seconds: t.Optional(seconds('for the install (default: 120)')),
        },
        closed,
      ),
    ),
    programs: t.Optional(lines('programs that must be there')),
    time_limit_seconds: t.Optional(seconds('for each command (default: 10)')),
    network: t.Optional(
      t.Enum(['deny', 'allow'], says('whether programs reach the network (default: deny)')),
    ),
    may_write: t.Optional(
      lines('where programs may write besides their project: ~/… or $TMPDIR/…, as patterns'),
    ),
    must_not_touch: t.Optional(
      lines('what must stay as it is: ~/… of the clean home, /… of the machine, or of the project'),
    ),
    given: given('files: of the project, or ~/… of the home; path → text'),
    commands: t.Optional(t.Array(command, { minItems: 1 })),
    steps: t.Optional(
      t.Array(step, { minItems: 1, description: 'commands in groups, each in a project of its own' }),
    ),
    uninstall: t.Optional(
      t.Object(
        {
          commands: t.Optional(t.Array(command, says('what its user runs before the package is removed'))),
          may_leave: t.Optional(lines('what may stay in the home: ~/…, as patterns (default: may_write)')),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ContractConfig = t.Static<typeof contractConfig>;
