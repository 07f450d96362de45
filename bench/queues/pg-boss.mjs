// pg-boss 10, the last line that runs on Node 20. A job has one limit of time, which is both the lease and the longest run.

export async function open({ load, url, slots, leaseSeconds }) {
  const PgBoss = load('pg-boss');
  const boss = new PgBoss({ connectionString: url, max: 4, maintenanceIntervalSeconds: 1 });
  boss.on('error', () => {});
  await boss.start();
  return {
    prepare: () =>
      boss.createQueue('jobs', {
        name: 'jobs',
        expireInSeconds: leaseSeconds,
        retryLimit: 100,
        retryDelay: 0,
      }),
    put: (jobs) => boss.insert(jobs.map((data) => ({ name: 'jobs', data }))),
    async work(run) {
      // A batch ends together, so each slot is a worker of its own; half a second is the shortest pause between two looks.
      for (let slot = 0; slot < slots; slot++)
        await boss.work('jobs', { pollingIntervalSeconds: 0.5, batchSize: 1 }, ([job]) => run(job.data));
    },
    close: () => boss.stop({ graceful: false }),
  };
}
