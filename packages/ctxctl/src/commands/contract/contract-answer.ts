// What the contract commands share: which versions, with which program.

import { join, resolve } from 'node:path';
import * as t from 'typebox';
import { closed, flag } from '../../../../ctx/src/kit/command.js';
import { isThere } from '../../../../ctx/src/kit/files.js';
import { fail } from '../../codes.js';
import { repositoryRoot } from '../../repository.js';
import { type Version, versionsOf } from '../../versioned-contracts/versions.js';

export const contractFlags = {
  program: flag.text('the ctx program to test (default: the one built in this repository)', 'FILE'),
};

const share = t.Object({ of: t.Integer(), there: t.Integer() }, closed);

export const ranVersion = t.Object(
  {
    version: t.String(),
    frozen: t.Boolean(),
    tree_hash: t.String(),
    steps: t.Integer(),
    failures: t.Integer(),
    /** Of a contract about answers: how many of the members that it lists every answer has. */
    members: t.Optional(t.Object({ data: share, missing: share }, closed)),
    problems: t.Array(t.String()),
  },
  closed,
);

export function programOf(cwd: string, given: string | undefined): string {
  const program =
    given === undefined ? join(repositoryRoot(cwd), 'packages/ctx/dist/ctx.cjs') : resolve(cwd, given);
  if (isThere(program)) return program;
  throw fail('program_missing', { operation: 'contract', target: program });
}

export function nameOf({ contract, name }: Version): string {
  return `${contract}/${name}`;
}

/** The one that is meant, as `session/v1` or `v1`. */
export function versionNamed(cwd: string, wanted: string): Version {
  const versions = versionsOf(repositoryRoot(cwd));
  const found = versions.find((version) => nameOf(version) === wanted || version.name === wanted);
  if (found !== undefined) return found;
  throw fail('contract_unknown', { operation: 'contract', target: wanted, known: versions.map(nameOf) });
}
