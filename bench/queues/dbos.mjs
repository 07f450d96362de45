// DBOS Transact: a queue of workflows. One that runs belongs to an executor by its name, until that executor starts again.

export async function open({ load, url, slots, worker }) {
  const { DBOS, DBOSClient } = load('@dbos-inc/dbos-sdk');
  const applicationVersion = '1';
  if (worker === undefined) {
    let client;
    return {
      prepare: async () => {
        await DBOS.migrate(url);
        client = await DBOSClient.create({ systemDatabaseUrl: url });
      },
      put: async (jobs) => {
        for (const job of jobs)
          await client.enqueue(
            {
              queueName: 'jobs',
              workflowName: 'job',
              appVersion: applicationVersion,
              applicationName: 'bench',
            },
            job,
          );
      },
      close: () => client.destroy(),
    };
  }
  return {
    work: async (run) => {
      DBOS.setConfig({
        name: 'bench',
        systemDatabaseUrl: url,
        executorID: worker,
        applicationVersion,
        logLevel: 'error',
        systemDatabasePoolSize: 6,
      });
      DBOS.registerWorkflow((job) => run(job), { name: 'job' });
      await DBOS.launch();
      await DBOS.registerQueue('jobs', {
        workerConcurrency: slots,
        minPollingIntervalMs: 50,
        onConflict: 'always_update',
      });
    },
  };
}
