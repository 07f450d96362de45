// Could an existing queue on PostgreSQL hand out the sessions of a fleet? Each candidate is installed into a folder that is thrown
// away and measured against three plain statements: three workers with ten slots and a lease of five seconds (where there is one),
// one of them killed, one frozen past its lease. `npm run bench -- fleet-queues`.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../packages/ctx/test/postgres.js';
import type { Row } from './measure.js';
import { type Engine, type Tried, tryEngine } from './queues/try-engine.js';
import type { Suite } from './run.js';

const engines: readonly (Engine & { readonly needs?: string })[] = [
  { name: 'plain', packages: ['pg@8'] },
  { name: 'dbos', packages: ['@dbos-inc/dbos-sdk@5.3.0'] },
  { name: 'pg-boss', packages: ['pg-boss@10.4.2'] },
  { name: 'graphile-worker', packages: ['graphile-worker@0.16.6'] },
  { name: 'absurd', packages: ['absurd-sdk@0.4.0'], needs: 'CTX_ABSURD_SQL' },
];

const longestTakeoverMs = 15_000;

const suite: Suite = {
  title: 'Queues on PostgreSQL (three workers, ten slots each; one killed, one frozen)',
  async run() {
    const rows: Row[] = [];
    const table: string[] = [];
    for (const engine of engines) {
      if (engine.needs !== undefined && process.env[engine.needs] === undefined) {
        console.log(`  ${engine.name} is not measured: ${engine.needs} names no file`);
        continue;
      }
      const tried = await inPlace(engine);
      table.push(lineOf(engine, tried));
      rows.push(rowOf(engine, tried));
    }
    console.log(
      ['', ...heading, ...table, '', `node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`, ''].join(
        '\n',
      ),
    );
    return rows;
  },
};

export default suite;

async function inPlace(engine: Engine): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-bench-queues-'));
  const server = await startPostgres({ settings: ['fsync = on'] });
  try {
    return await tryEngine(engine, folder, server.url);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const heading = [
  '| queue | install | idle, put → begun | no-op jobs/s | a 12 s job is begun | killed: taken over after | frozen: taken over after | stuck of 300 | done twice |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

function lineOf({ name, packages }: Engine, tried: Tried): string {
  const { installMb, idleMs, jobsPerSecond, longBegun, takeoverMs, thawMs, stuck, doneTwice } = tried;
  const cells = [
    name === 'plain' ? `three statements (${packages.join(' ')})` : packages.join(' '),
    `${installMb} MB`,
    `${idleMs.toFixed(0)} ms`,
    jobsPerSecond.toFixed(0),
    `${longBegun} ×`,
    spanned(takeoverMs),
    spanned(thawMs),
    stuck,
    doneTwice,
  ];
  return `| ${cells.join(' | ')} |`;
}

function spanned(all: readonly number[]): string {
  const seconds = (ms: number | undefined) => ((ms ?? 0) / 1000).toFixed(1);
  return all.length === 0 ? 'never' : `${seconds(all[0])}–${seconds(all.at(-1))} s (${all.length})`;
}

/** A candidate that does not do is a finding; only our own statements have to hold. */
function rowOf({ name }: Engine, { takeoverMs, stuck, longBegun }: Tried): Row {
  const last = takeoverMs.at(-1) ?? Infinity;
  const holds = last <= longestTakeoverMs && stuck === 0 && longBegun === 1;
  return {
    name,
    measured: holds ? 'does' : 'does not',
    limit: 'takeover ≤ 15 s, nothing stuck, a run longer than the lease stays one run',
    holds: holds || name !== 'plain',
  };
}
