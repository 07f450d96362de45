// graphile-worker 0.16, the last line that runs on Node 20. Locks of a worker that is gone are kept for four hours.

export async function open({ load, url, slots }) {
  const { run: runWorker, makeWorkerUtils, Logger } = load('graphile-worker');
  const logger = new Logger(() => () => {});
  const utils = await makeWorkerUtils({ connectionString: url, maxPoolSize: 4, logger });
  return {
    prepare: () => utils.migrate(),
    put: async (jobs) => {
      // Many by one statement, through the documented SQL function.
      const rows = jobs.map((payload) => ({ identifier: 'job', payload }));
      await utils.withPgClient((client) =>
        client.query(
          `select graphile_worker.add_jobs(array(select json_populate_record(null::graphile_worker.job_spec, x) from json_array_elements($1::json) x))`,
          [JSON.stringify(rows)],
        ),
      );
    },
    work: (run) =>
      runWorker({
        connectionString: url,
        concurrency: slots,
        maxPoolSize: slots + 2,
        pollInterval: 500,
        noHandleSignals: true,
        logger,
        taskList: { job: (payload) => run(payload) },
      }),
    close: () => utils.release(),
  };
}
