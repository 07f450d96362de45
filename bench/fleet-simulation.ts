// A thousand workers and a hundred thousand sessions a day: what the database would have to do, computed from what a fleet of a thousand
// sessions and an idle worker cost it here. Nothing of this was run at that size. `npm run bench -- fleet-simulation`.

import { loadavg } from 'node:os';
import { fleetOf, onServer, serverCpuMs } from './fleet-store.js';
import type { Suite } from './run.js';
import { drive } from './run-driver.js';

const measuredSessions = Number(process.env['CTX_BENCH_SESSIONS'] ?? 1000);
const workers = 1_000;
const perDay = 100_000;
const daySeconds = 86_400;
/** A busy hour has three times the average. */
const peak = 3;
/** A real session makes more model calls than the two of the measured one. */
const modelCalls = 20;
/** Seconds of an idle worker that are measured. */
const idleRounds = 3_000;

const quick = {
  model: 'script/1',
  replies: [{ say: 'I look.', call: [{ tool: 'read', input: { path: 'a.txt' } }] }, { say: 'Done.' }],
};

const suite: Suite = {
  title: 'A simulation of 1,000 workers and 100,000 sessions a day, from a measured fleet',
  async run() {
    const measured = await fleetOf(measuredSessions, quick);
    const each = (figure: number) => figure / measuredSessions;
    const factor = modelCalls / 2;
    const perSecond = (perDay / daySeconds) * peak;
    const commits = each(measured.commits) * factor * perSecond;
    const idleMs = await idleSecond();
    const sessionMs = each(measured.serverMs) * factor;
    const ofSessions = (sessionMs * perSecond) / 1000;
    const ofWorkers = (idleMs * workers) / 1000;
    const rows: readonly (readonly [string, string])[] = [
      ['measured: sessions', `${measuredSessions}, 3 workers, load ${loadavg()[0]?.toFixed(1)}`],
      [
        'measured: a session',
        `${each(measured.commits).toFixed(1)} transactions, ${each(measured.records).toFixed(1)} records, ${(each(measured.bytes) / 1000).toFixed(1)} kB kept, ${(each(measured.walBytes) / 1000).toFixed(1)} kB of WAL, ${each(measured.serverMs).toFixed(1)} ms of the server's CPU`,
      ],
      [
        'measured: a second of an idle worker',
        `2 statements, ${idleMs.toFixed(2)} ms of the server's CPU (${idleRounds} of them, one after the other)`,
      ],
      ['sessions at the peak', `${perSecond.toFixed(1)} a second`],
      ['transactions of sessions', `${commits.toFixed(0)} a second (${modelCalls} model calls a session)`],
      ['statements of idle workers', `${2 * workers} a second`],
      [
        "the server's CPU",
        `${(ofSessions + ofWorkers).toFixed(1)} cores: ${ofSessions.toFixed(1)} for sessions, ${ofWorkers.toFixed(1)} for workers that ask`,
      ],
      ['kept', `${((each(measured.bytes) * factor * perDay) / 1e9).toFixed(0)} GB a day without snapshots`],
      ['WAL', `${((each(measured.walBytes) * factor * perSecond) / 1e6).toFixed(1)} MB a second`],
      ['connections', `${workers * 2} to ${workers * 9} without a pooler (2 to 9 a worker)`],
      [
        'one fleet alone',
        `its row is locked by every claim and end: ${(2 * perSecond).toFixed(0)} a second at most`,
      ],
    ];
    console.log(
      [
        '',
        '| what | figure |',
        '| --- | --- |',
        ...rows.map(([what, figure]) => `| ${what} | ${figure} |`),
        '',
      ].join('\n'),
    );
    return [];
  },
};

export default suite;

/** Milliseconds of the server's CPU. */
function idleSecond(): Promise<number> {
  return onServer(async (server) => {
    await drive('store-barrier', [server.url], 1);
    const before = serverCpuMs(server);
    await drive('store-idle', [server.url, String(idleRounds)], 1);
    return (serverCpuMs(server) - before) / idleRounds;
  });
}
