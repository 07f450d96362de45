// A second server that has every commit before the first one says that it is done, and can take its place.

import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Postgres, program, startPostgres } from '../../postgres.js';

export const primarySettings = ['wal_level = replica', 'max_wal_senders = 4', 'synchronous_commit = on'];

export async function synchronousStandby(primary: Postgres): Promise<Postgres> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'ctx-standby-'));
  const { runAs, port, password } = primary;
  if (runAs !== undefined) chownSync(folder, runAs.uid, runAs.gid);
  const from = `host=127.0.0.1 port=${port} user=ctx password=${password} application_name=standby`;
  const words = ['-d', from, '-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast'];
  execFileSync(program('pg_basebackup'), words, { ...runAs, cwd: folder, stdio: 'pipe' });
  const standby = await startPostgres({ folder, hasData: true });
  primary.sql("alter system set synchronous_standby_names = 'standby'");
  primary.sql('select pg_reload_conf()');
  while (!primary.sql('select sync_state from pg_stat_replication').includes('sync')) await wait(50);
  return standby;
}

export function promote(standby: Postgres): void {
  standby.sql('select pg_promote(true, 60)');
}
