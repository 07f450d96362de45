// Fleets that are killed, killed again while they are resumed, run out of disk, or are left with half a record; then resumed without
// faults. Whatever was shown must be there, every session over, every chain whole, no budget exceeded, and no tool run unsaid.

import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diesAtMoment } from '../dies-at-moment.js';

export const fleetFaultKinds = ['killed', 'killed twice', 'disk full', 'half a record'] as const;
export type FleetFault = (typeof fleetFaultKinds)[number];

export interface FaultRow {
  readonly kind: FleetFault;
  tries: number;
  /** Those in which the fault left something to go on with. */
  resumed: number;
  missing: number;
  broken: number;
  exceeded: number;
  unsaid: number;
  unfinished: number;
}

export interface FleetFaults {
  readonly program: string;
  readonly tries: number;
  /** In [0, 1). */
  readonly random: () => number;
}

const sessions = 5;
const script = {
  model: 'script/1',
  replies: [
    { say: 'I note it.', call: [{ tool: 'bash', input: { command: 'echo noted >> effects.txt' } }] },
    { say: 'Done.', usage: { input_tokens: 10, output_tokens: 5 } },
  ],
};
const fleet = {
  fleet_id: 'f',
  at_once: 3,
  budget: { max_tokens: 700_000 },
  defaults: { model: 'script:s.yaml', scratch: true, budget: { max_tokens: 200_000 } },
  matrix: { tasks: Array.from({ length: sessions }, (_, i) => `Task ${i}.`) },
};

export async function fleetFaults({ program, tries, random }: FleetFaults): Promise<readonly FaultRow[]> {
  const top = mkdtempSync(join(tmpdir(), 'ctx-fleet-faults-'));
  try {
    writeFileSync(join(top, 'moments.cjs'), diesAtMoment);
    const place = (name: string) => newFleetFolder(join(top, name), program, join(top, 'moments.cjs'));
    const whole = place('whole');
    await whole.run(run, { DIE_AT_MOMENT: '-1' });
    const moments = Number(readFileSync(whole.told, 'utf8'));
    const rows = fleetFaultKinds.map(newRow);
    for (let i = 0; i < tries; i++) {
      const row = rows[i % rows.length];
      if (row === undefined) continue;
      const at = place(`try-${i}`);
      await oneTry(at, row, () => 1 + Math.floor(random() * moments));
      rmSync(at.folder, { recursive: true, force: true });
    }
    return rows;
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

const run = ['fleet', 'run', 'fleet.yaml', '--output-format', 'stream-json'];
const resume = ['fleet', 'resume', 'f', '--output-format', 'stream-json'];

function newRow(kind: FleetFault): FaultRow {
  return { kind, tries: 0, resumed: 0, missing: 0, broken: 0, exceeded: 0, unsaid: 0, unfinished: 0 };
}

async function oneTry(place: FleetFolder, row: FaultRow, moment: () => number): Promise<void> {
  row.tries += 1;
  const fault = row.kind === 'disk full' ? 'FULL_FROM_MOMENT' : 'DIE_AT_MOMENT';
  const shown = hashesIn(await place.run(run, { [fault]: String(moment()) }));
  if (row.kind === 'killed twice')
    shown.push(...hashesIn(await place.run(resume, { [fault]: String(moment()) })));
  const log = join(place.folder, '.context/fleets/f.fleet.jsonl');
  if (!existsSync(log)) {
    if (shown.length > 0) row.missing += shown.length;
    return;
  }
  if (row.kind === 'half a record') appendFileSync(log, '{"at":"2026-11-18T08:00:00.000Z","att');
  row.resumed += 1;
  await place.run(resume, {});
  const held = new Set(hashesIn(readFileSync(log, 'utf8')));
  row.missing += shown.filter((hash) => !held.has(hash)).length;
  const verified = await place.run(['verify', 'f', '--output-format', 'json'], {});
  if (verified.includes('budget_exceeded')) row.exceeded += 1;
  else if (!verified.includes('"verdict":"pass"')) row.broken += 1;
  const status = await place.run(['fleet', 'status', 'f', '--output-format', 'json'], {});
  if (!status.includes(`"completed":${sessions},`)) row.unfinished += 1;
  row.unsaid += unsaidEffects(place.folder);
}

interface FleetFolder {
  readonly folder: string;
  readonly told: string;
  /** What it printed. */
  run(argv: readonly string[], fault: Readonly<Record<string, string>>): Promise<string>;
}

function newFleetFolder(folder: string, program: string, preload: string): FleetFolder {
  const told = join(folder, 'moments');
  mkdirSync(join(folder, 'home'), { recursive: true });
  writeFileSync(join(folder, 's.yaml'), JSON.stringify(script));
  writeFileSync(join(folder, 'fleet.yaml'), JSON.stringify(fleet));
  const clean = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', HOME: join(folder, 'home') };
  return {
    folder,
    told,
    run: (argv, fault) => {
      const isFaulty = Object.keys(fault).length > 0;
      const faulty = { NODE_OPTIONS: `--require=${preload}`, TELL_MOMENTS: told, ...fault };
      const env = { ...clean, ...(isFaulty && faulty) };
      return printed([join(program, 'ctx.cjs'), ...argv], folder, env);
    },
  };
}

function printed(words: readonly string[], cwd: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, words, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((resolve) => {
    child.on('close', () => resolve(text));
  });
}

/** Of whole lines alone: what was cut off was shown to nobody. */
function hashesIn(text: string): string[] {
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      const { hash } = JSON.parse(line);
      return typeof hash === 'string' ? [hash] : [];
    });
}

/** Effects of tools that no record announced. */
function unsaidEffects(folder: string): number {
  const scratch = join(folder, '.context/scratch');
  const logs = join(folder, '.context/sessions');
  let unsaid = 0;
  for (const name of existsSync(scratch) ? readdirSync(scratch) : []) {
    const effects = join(scratch, name, 'effects.txt');
    if (!existsSync(effects) || !existsSync(join(logs, `${name}.jsonl`))) continue;
    const done = readFileSync(effects, 'utf8').trim().split('\n').length;
    const asked =
      readFileSync(join(logs, `${name}.jsonl`), 'utf8').split('"type":"tool.requested"').length - 1;
    unsaid += Math.max(0, done - asked);
  }
  return unsaid;
}
