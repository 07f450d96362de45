// Puts jobs into an engine: node client.mjs ENGINE FOLDER URL EVENTS. Each line of stdin is a list of jobs; each is answered by a line.

import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { loaderOf } from './loader.mjs';

const [engine, folder, url, events] = process.argv.slice(2);
const { open } = await import(`./${engine}.mjs`);
const queue = await open({ load: loaderOf(folder), url, slots: 10, leaseSeconds: 5 });
await queue.prepare();
process.stdout.write('answered\n');
for await (const line of createInterface({ input: process.stdin })) {
  const jobs = JSON.parse(line);
  const at = Date.now();
  appendFileSync(
    events,
    jobs.map(({ id }) => `${JSON.stringify({ what: 'put', id, worker: 'client', at })}\n`).join(''),
  );
  await queue.put(jobs);
  process.stdout.write('answered\n');
}
process.exit(0);
