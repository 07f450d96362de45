// A store's tables made or brought up to date, and whether this program can work with what is there.

import { fail } from '../../protocol/codes.js';
import type { Connections, Statements } from './connections.js';
import { knownVersion, type Migration, migrations, readRights, workRights } from './migrations.js';
import { numberOf } from './rows.js';

export interface Roles {
  readonly work: readonly string[];
  readonly read: readonly string[];
}

export interface Migrated {
  /** 0 where nothing was there. */
  readonly from: number;
  readonly to: number;
}

/** Any number, always the same: two who migrate at once do it one after the other. */
const migrationLock = 7_116_108;

/** In one transaction: all of it, or nothing. */
export async function migrate(connections: Connections, roles: Roles, steps = migrations): Promise<Migrated> {
  return connections.transaction(async (within) => {
    await within.rows('select pg_advisory_xact_lock($1)', [migrationLock]);
    const { version: from } = await versionOf(within);
    const to = steps.at(-1)?.version ?? 0;
    if (from > to)
      throw fail('store_too_new', {
        operation: 'migrate',
        target: connections.shown,
        version: from,
        known: to,
      });
    for (const statement of statementsFor(from, roles, steps)) await within.rows(statement);
    return { from, to };
  });
}

/** What is run for a store of that version, as it is run. */
export function statementsFor(
  from: number,
  roles: Roles,
  steps: readonly Migration[] = migrations,
): string[] {
  const missing = steps.filter(({ version }) => version > from);
  return [
    ...missing.flatMap(({ sql, version, worksFrom }) => [
      sql,
      `insert into ctx.store (version, works_from) values (${version}, ${worksFrom}) on conflict (only_one) do update set version = excluded.version, works_from = excluded.works_from`,
    ]),
    ...roles.work.map((role) => granted(workRights, role)),
    ...roles.read.map((role) => granted(readRights, role)),
  ];
}

function granted(rights: string, role: string): string {
  return rights.replaceAll('ROLE', () => `"${role.replaceAll('"', '""')}"`);
}

/** Fails where this program would break something there, or lacks something. */
export async function requireVersion(connections: Connections, known = knownVersion): Promise<void> {
  const { version, worksFrom } = await versionOf(connections);
  const where = { operation: 'store', target: connections.shown, version };
  if (version === 0) throw fail('store_not_set_up', where);
  if (version < known) throw fail('store_too_old', { ...where, needed: known });
  if (worksFrom > known) throw fail('store_too_new', { ...where, known });
}

export async function versionOf(
  statements: Statements,
): Promise<{ readonly version: number; readonly worksFrom: number }> {
  const [there] = await statements.rows("select to_regclass('ctx.store') is not null as there");
  if (there?.['there'] !== true) return { version: 0, worksFrom: 0 };
  const [row] = await statements.rows('select version, works_from from ctx.store');
  if (row === undefined) return { version: 0, worksFrom: 0 };
  return { version: numberOf(row, 'version'), worksFrom: numberOf(row, 'works_from') };
}
