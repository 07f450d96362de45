// What must hold after a fault, whatever it was: nothing that anybody saw is missing, every chain is whole, no budget exceeded, no tool
// started by who had lost its lease, every session over or said why not.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Postgres } from '../../postgres.js';
import type { Machines, WorkerProcess } from './worker-processes.js';

export interface Finding {
  readonly sessions: number;
  readonly completed: number;
  /** By cause. */
  readonly failed: Readonly<Record<string, number>>;
  readonly takeovers: number;
  /** Records that a client or a file of a worker's machine showed. */
  readonly acknowledged: number;
  readonly missing: number;
  readonly broken: number;
  readonly exceeded: number;
  /** Tools that were started after another worker had the session. */
  readonly late: number;
  /** Tools that ran without a record that says so, or more than once for one. */
  readonly unsaid: number;
  /** Model calls that were made and whose answer nobody got. */
  readonly paidAgain: number;
  readonly unfinished: number;
}

interface Known {
  readonly machines: Machines;
  readonly boss: string;
  readonly url: string;
  readonly server: Postgres;
  readonly followers: readonly WorkerProcess[];
  readonly effectsFile: string;
  readonly fleets: readonly string[];
  readonly expected: number;
}

/** A process that was allowed to start a tool needs a moment to do so, on a busy machine. */
const startMs = 500;

export async function findings(known: Known): Promise<Finding> {
  const { machines, server, followers, expected } = known;
  const records = new Set(server.sql(allHashes).split('\n'));
  const seen = [
    ...followers.flatMap(({ told }) =>
      told().flatMap(({ hash }) => (typeof hash === 'string' ? [hash] : [])),
    ),
    ...machines.all.flatMap(({ folder }) => hashesOfFiles(join(folder, '.context/sessions'))),
  ];
  const counts = await endsOf(known);
  return {
    sessions: expected,
    ...counts,
    takeovers: machines.all.flatMap(({ told }) => told().filter((event) => event['taken_over'] === true))
      .length,
    acknowledged: seen.length,
    missing: seen.filter((hash) => !records.has(hash)).length,
    ...effectsOf(known),
    paidAgain: Number(server.sql(unanswered)),
  };
}

const allHashes = `select line::json->>'hash' from ctx.record union all select line::json->>'hash' from ctx.fleet_record`;
const unanswered = `select count(*) filter (where line::json->>'type' = 'model.requested')
  - count(*) filter (where line::json->>'type' in ('model.responded', 'model.failed')) from ctx.record`;
const claims = `select line::json->>'session_id', line::json->>'log', line::json->>'owner', line::json->>'at' from ctx.fleet_record
  where line::json->>'type' = 'session.claimed' order by fleet, seq`;
const requested = `select log, count(*) from ctx.record where line::json->>'type' = 'tool.requested' group by log`;

/** Whole lines of what stands in a machine's own files: nothing stands there before the store has it. */
function hashesOfFiles(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  return names.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line): string => JSON.parse(line).hash),
  );
}

async function endsOf({ machines, boss, url, fleets }: Known) {
  let [completed, broken, exceeded, unfinished] = [0, 0, 0, 0];
  const failed: Record<string, number> = {};
  for (const fleet of fleets) {
    const { stdout } = await machines.call(boss, ['fleet', 'status', fleet, '--store', url]);
    if (!stdout.startsWith('{')) throw new Error(`status: ${stdout}${machines.said(boss)}`);
    const { data, error } = JSON.parse(stdout);
    const told = data ?? error?.details;
    if (told === undefined) throw new Error(`status: ${stdout}`);
    completed += told.counts.completed;
    unfinished += told.counts.queued + told.counts.running;
    for (const { state, cause, target } of told.sessions) {
      if (state === 'completed' || state === 'queued' || state === 'running') continue;
      const why = `${cause ?? state}${target === undefined ? '' : ` (${target})`}`;
      failed[why] = (failed[why] ?? 0) + 1;
    }
    const out = `evidence-${fleet}`;
    const exported = await machines.call(boss, ['fleet', 'export', fleet, '--store', url, '--out', out]);
    const verified = await machines.call(boss, ['verify', out]);
    if (verified.stdout.includes('budget_exceeded')) exceeded += 1;
    else if (exported.code !== 0 || !verified.stdout.includes('"verdict":"pass"')) broken += 1;
  }
  return { completed, failed, broken, exceeded, unfinished };
}

interface Effect {
  readonly folder: string;
  readonly log: string;
  readonly at: number;
  readonly step: string;
}

function effectsOf({ machines, server, effectsFile }: Known): Pick<Finding, 'late' | 'unsaid'> {
  const effects = existsSync(effectsFile)
    ? readFileSync(effectsFile, 'utf8').split('\n').slice(0, -1).map(effectOf)
    : [];
  const pids = new Map(machines.all.map(({ folder, pid }) => [folder, String(pid)]));
  const owners = ownersIn(server);
  const late = effects.filter(({ folder, log, at }) => {
    const session = owners.find((claim) => claim.log === log)?.session;
    const ownerAt = (time: number) =>
      owners.findLast((claim) => claim.session === session && claim.at <= time)?.pid;
    return ![ownerAt(at), ownerAt(at - startMs)].includes(pids.get(folder));
  });
  const asked = new Map(
    server
      .sql(requested)
      .split('\n')
      .map((line) => line.split('|'))
      .map(([log = '', count = '0']) => [log, Number(count)] as const),
  );
  const done = new Map<string, number>();
  for (const { log } of effects) done.set(log, (done.get(log) ?? 0) + 1);
  const unsaid = [...done].reduce((sum, [log, count]) => sum + Math.max(0, count - (asked.get(log) ?? 0)), 0);
  return { late: late.length, unsaid };
}

/** Who had which session from when on, by the database's clock. */
function ownersIn(server: Postgres) {
  return server
    .sql(claims)
    .split('\n')
    .map((line) => line.split('|'))
    .map(([session = '', log = '', owner = '', at = '']) => ({
      session,
      log,
      pid: owner.split('/')[1],
      at: Date.parse(at),
    }));
}

function effectOf(line: string): Effect {
  const [path = '', at = '0', step = ''] = line.split(' ');
  const [folder = '', rest = ''] = path.split('/.context/scratch/');
  return { folder, log: rest.split('/')[0] ?? '', at: Number(at), step };
}
