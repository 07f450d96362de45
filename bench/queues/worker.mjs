// One worker of an engine: node worker.mjs ENGINE FOLDER URL EVENTS NAME. Every begin and end of a job is one line of EVENTS.

import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { loaderOf } from './loader.mjs';

const [engine, folder, url, events, worker] = process.argv.slice(2);
const tell = (what, id) =>
  appendFileSync(events, `${JSON.stringify({ what, id, worker, at: Date.now() })}\n`);
const run = async ({ id, ms }) => {
  tell('begun', id);
  if (ms > 0) await wait(ms);
  tell('done', id);
};
process.on('uncaughtException', (error) => tell('fault', String(error?.message ?? error)));
process.on('unhandledRejection', (error) => tell('fault', String(error?.message ?? error)));
const { open } = await import(`./${engine}.mjs`);
const queue = await open({ load: loaderOf(folder), url, slots: 10, leaseSeconds: 5, worker });
await queue.work(run);
tell('ready', 0);
