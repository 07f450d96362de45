// `npm run bench [-- SUITE…]`: every promise about speed, measured against a baseline in the same run.

import type { Row } from './measure.js';

export interface Suite {
  readonly title: string;
  run(): Promise<readonly Row[]>;
}

const suites: Readonly<Record<string, () => Promise<{ default: Suite }>>> = {
  startup: () => import('./startup.js'),
  sessions: () => import('./sessions.js'),
  evidence: () => import('./evidence.js'),
  models: () => import('./models.js'),
  tools: () => import('./tools.js'),
  sandbox: () => import('./sandbox.js'),
  recommend: () => import('./recommend/run.js'),
  memory: () => import('./memory.js'),
  hooks: () => import('./hooks.js'),
  audit: () => import('./audit.js'),
  foreign: () => import('./foreign.js'),
  acp: () => import('./acp.js'),
  drive: () => import('./drive-agents.js'),
  teleport: () => import('./teleport.js'),
  serve: () => import('./serve.js'),
  ui: () => import('./ui.js'),
  fleet: () => import('./fleet.js'),
  'fleet-queues': () => import('./fleet-queues.js'),
  'fleet-simulation': () => import('./fleet-simulation.js'),
};

/** They install other programs, and say nothing about our own speed. */
const onlyByName = new Set(['fleet-queues', 'fleet-simulation']);

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. Suites: ${Object.keys(suites).join(', ')}.`);
  process.exit(1);
}

let broken = 0;
for (const [name, load] of Object.entries(suites)) {
  if (asked.length > 0 ? !asked.includes(name) : onlyByName.has(name)) continue;
  const { title, run } = (await load()).default;
  console.log(`\n${title}`);
  const rows = await run();
  const width = Math.max(...rows.map((row) => row.name.length));
  for (const row of rows) {
    if (!row.holds) broken++;
    console.log(
      `  ${row.holds ? 'ok  ' : 'OVER'}  ${row.name.padEnd(width)}  ${row.measured}  (${row.limit})`,
    );
  }
}
if (broken > 0) {
  console.error(`\n${broken} over the limit. On a busy machine, run it again alone before you believe it.`);
  process.exit(1);
}
