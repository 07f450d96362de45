// absurd: its tables and functions come from its repository, not from npm: CTX_ABSURD_SQL names that file (sql/absurd.sql of release 0.4.0).

import { readFileSync } from 'node:fs';

export async function open({ load, url, slots, leaseSeconds }) {
  const { Absurd } = load('absurd-sdk');
  const { Pool } = load('pg');
  const silent = { log() {}, info() {}, warn() {}, error() {} };
  const pool = new Pool({ connectionString: url, max: slots + 2 });
  pool.on('error', () => {});
  const app = new Absurd({ db: pool, queueName: 'jobs', log: silent, defaultMaxAttempts: 100 });
  return {
    prepare: async () => {
      await pool.query(readFileSync(process.env.CTX_ABSURD_SQL, 'utf8'));
      await app.createQueue('jobs');
    },
    put: async (jobs) => {
      const options = { queue: 'jobs', maxAttempts: 100, retryStrategy: { kind: 'none' } };
      for (const job of jobs) await app.spawn('job', job, options);
    },
    work: async (run) => {
      app.registerTask({ name: 'job', queue: 'jobs' }, async (job, task) => {
        const beat = setInterval(() => task.heartbeat().catch(() => {}), (leaseSeconds * 1000) / 3);
        try {
          await run(job);
        } finally {
          clearInterval(beat);
        }
      });
      await app.startWorker({
        concurrency: slots,
        claimTimeout: leaseSeconds,
        pollInterval: 0.05,
        batchSize: slots,
        fatalOnLeaseTimeout: false,
        onError: () => {},
      });
    },
    close: () => pool.end(),
  };
}
