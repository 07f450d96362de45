import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { neededStore, storeFlag } from './store-flag.js';

export default clawable({
  name: 'fleet migrate',
  group: 'run',
  summary: 'Set up a shared store, or bring it up to date',
  description:
    'Creates or upgrades the tables for fleets in a PostgreSQL database, in the schema ctx, in one transaction. Run it once as a user who may create tables, and after an update of ctx that asks for it; workers of the previous version keep working. --work-role and --read-role grant an existing role exactly what a worker or a reader needs: a worker can add records, but neither change nor remove them. --print prints the SQL instead, and needs no store.',
  examples: [
    { line: 'ctx fleet migrate --store postgres://owner@db/fleets', says: 'create the tables' },
    {
      line: 'ctx fleet migrate --work-role ctx_worker --read-role ctx_reader',
      says: 'and grant rights to two roles',
    },
    { line: 'ctx fleet migrate --print', says: 'print the SQL only' },
  ],
  arguments: {},
  flags: {
    ...storeFlag,
    'work-role': flag.texts('a role for workers: it takes sessions and adds records', 'ROLE'),
    'read-role': flag.texts('a role for readers', 'ROLE'),
    print: flag.switch('print the SQL for an empty database, and change nothing'),
  },
  returns: t.Object(
    {
      store: t.Optional(t.String()),
      /** 0 where nothing was there. */
      from: t.Integer(),
      version: t.Integer(),
      sql: t.Optional(t.String()),
    },
    closed,
  ),
  async run({ flags }, services) {
    const roles = { work: flags['work-role'], read: flags['read-role'] };
    const { migrateStore, printed } = await import('./shared/migrate-store.js');
    return flags.print ? printed(roles) : migrateStore(neededStore(flags, services), services, roles);
  },
  render: ({ store, from, version, sql }) => {
    if (sql !== undefined) return sql;
    const name = neutral(store ?? '');
    if (from === version)
      return `${name} has version ${version} already; rights were granted where asked for.`;
    return from === 0
      ? `${name} is set up (version ${version}).`
      : `${name} went from version ${from} to ${version}.`;
  },
});
