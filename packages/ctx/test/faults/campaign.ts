// Many tries of the scenarios under faults, kills and from other pid namespaces, and a table of what was lost.

import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Place } from './place.js';
import { randomFrom } from './random.js';
import { type Loss, type Scenario, saidIn } from './said.js';
import { scenarios } from './scenarios.js';
import { calls, compileShim, type Fault, type Shim } from './shim.js';

export interface Found extends Loss {
  readonly what: string;
}

export interface Row {
  readonly name: string;
  /** Tries in which the fault fell on a call. */
  tries: number;
  lost: number;
  silent: number;
  wrong: number;
}

export interface Campaign {
  readonly rows: readonly Row[];
  readonly found: readonly Found[];
  /** What could not be tried here, and why. */
  readonly untried: readonly string[];
}

export interface Extent {
  readonly program: string;
  /** The same tries for the same seed, with one worker. */
  readonly seed: number;
  readonly sideBySide: number;
  /** Asked before each try. */
  readonly goesOn: (tries: number) => boolean;
}

type Random = () => number;

export async function campaign({ program, seed, sideBySide, goesOn }: Extent): Promise<Campaign> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-faults-')));
  const rows = new Map<string, Row>();
  const found: Found[] = [];
  let tries = 0;
  const count = (name: string, what: string, loss: Loss | undefined) => {
    const row = rows.get(name) ?? { name, tries: 0, lost: 0, silent: 0, wrong: 0 };
    rows.set(name, row);
    row.tries += 1;
    if (loss === undefined) return;
    row[loss.kind] += 1;
    found.push({ ...loss, what });
  };
  try {
    // A copy: what it keeps of its own code must not come from a try.
    cpSync(program, join(folder, 'program'), { recursive: true, preserveTimestamps: true });
    const shim = compileShim(folder);
    const random = randomFrom(seed);
    const work = async (worker: number) => {
      const prepared = await prepareAll(folder, { worker, of: sideBySide }, join(folder, 'program'), shim);
      const padPlace = placeFor(folder, `pad-${worker}`, join(folder, 'program'));
      padPlace.keep();
      for (let turn = worker; goesOn(tries); turn++) {
        tries += 1;
        const one = prepared[turn % prepared.length];
        if (one === undefined) return;
        if (shim === undefined || turn % 12 === 0) {
          count(...(await namespaces(padPlace)));
        } else {
          const tried = await faultOf(one, shim, random);
          if (tried !== undefined) count(...tried);
        }
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, (_, worker) => work(worker)));
    const untried = shim === undefined ? ['faults and kills at single calls: there is no C compiler'] : [];
    return { rows: [...rows.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)), found, untried };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

interface Prepared {
  readonly scenario: Scenario;
  readonly place: Place;
  readonly counts: ReadonlyMap<string, number>;
}

/** The scenarios of one worker: every one of them is somebody's. */
async function prepareAll(folder: string, part: Part, program: string, shim: Shim | undefined) {
  const prepared: Prepared[] = [];
  for (const [i, scenario] of scenarios.entries()) {
    if (i % part.of !== part.worker) continue;
    const place = placeFor(folder, `place-${i}`, program);
    await scenario.prepare(place);
    place.keep();
    const counts = (await shim?.count(place.top, (env) => place.start(scenario.argv, env))) ?? new Map();
    prepared.push({ scenario, place, counts });
  }
  return prepared;
}

interface Part {
  readonly worker: number;
  readonly of: number;
}

function placeFor(folder: string, name: string, program: string): Place {
  const top = join(folder, name);
  mkdirSync(top);
  return new Place(top, program);
}

const faults: readonly Fault[] = [
  ...calls.flatMap((call): Fault[] => [
    { call, how: 'EIO' },
    { call, how: 'ESTALE' },
    { call, how: 'EINTR' },
  ]),
  ...(['open', 'write', 'fsync', 'rename', 'link'] as const).flatMap((call): Fault[] => [
    { call, how: 'ENOSPC' },
    { call, how: 'ENOSPC', lasting: true },
    { call, how: 'EIO', lasting: true },
  ]),
  { call: 'open', how: 'EMFILE' },
  { call: 'open', how: 'EMFILE', lasting: true },
  ...(['open', 'write', 'rename', 'mkdir'] as const).flatMap((call): Fault[] => [
    { call, how: 'EDQUOT' },
    { call, how: 'EROFS' },
    { call, how: 'EACCES' },
  ]),
  { call: 'link', how: 'EPERM', lasting: true },
  // From one moment on nothing can be changed any more.
  { call: 'change', how: 'EROFS', lasting: true },
  { call: 'change', how: 'ENOSPC', lasting: true },
  { call: 'change', how: 'EDQUOT', lasting: true },
  { call: 'write', how: 'short' },
  { call: 'write', how: 'torn' },
  { call: 'read', how: 'short' },
  ...(['rename', 'unlink', 'link', 'fsync'] as const).flatMap((call): Fault[] => [
    { call, how: 'killed-before' },
    { call, how: 'killed-after' },
  ]),
  ...Array.from({ length: 8 }, (): Fault[] => [
    { call: 'change', how: 'killed-before' },
    { call: 'change', how: 'killed-after' },
  ]).flat(),
];

type Tried = [name: string, what: string, loss: Loss | undefined];

async function faultOf(
  { scenario, place, counts }: Prepared,
  shim: Shim,
  random: Random,
): Promise<Tried | undefined> {
  const possible = faults.filter(({ call }) => (counts.get(call) ?? 0) > 0);
  const fault = possible[Math.floor(random() * possible.length)];
  if (fault === undefined) return undefined;
  const nth = 1 + Math.floor(random() * (counts.get(fault.call) ?? 1));
  place.restore();
  const { env, hit } = shim.fault(place.top, fault, nth);
  const answer = await place.start(scenario.argv, env);
  if (!hit()) return undefined;
  const said = saidIn(answer);
  const isLoss = typeof said === 'object' && 'kind' in said;
  const loss = isLoss ? said : await scenario.judge(place, said);
  const name = fault.how.startsWith('killed') ? 'kill -9' : `${fault.call}: ${fault.how}`;
  const what = `${scenario.name}, ${fault.call} ${nth} ${fault.how}${fault.lasting ? ' from then on' : ''}`;
  return [name, what, loss];
}

/** Inside and outside of another pid namespace at once: each entry that was acknowledged is there. */
async function namespaces(place: Place): Promise<Tried> {
  place.restore();
  await place.ask('init');
  const asUser = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const unshare = ['unshare', ...asUser, '--pid', '--fork', '--mount-proc'];
  const adds = Array.from({ length: 4 }, (_, i) =>
    place.start(['pad', 'add', `by-${i}.`, '--output-format', 'json'], {}, i % 2 === 0 ? unshare : []),
  );
  const answers = await Promise.all(adds);
  const there = JSON.stringify(await place.ask('pad'));
  let loss: Loss | undefined;
  for (const [i, answer] of answers.entries()) {
    const said = saidIn(answer);
    if (said !== 'killed' && 'kind' in said) loss = said;
    else if (answer.exitCode === 0 && !there.includes(`by-${i}.`))
      loss = { kind: 'lost', why: `by-${i}: ${there}` };
    else if (answer.exitCode !== 0) loss = { kind: 'wrong', why: answer.stdout };
  }
  return ['four at once, two in another pid namespace', 'pad add', loss];
}

export function tableOf({ rows }: Campaign): string {
  const total = { name: 'all', tries: 0, lost: 0, silent: 0, wrong: 0 };
  for (const row of rows)
    for (const key of ['tries', 'lost', 'silent', 'wrong'] as const) total[key] += row[key];
  const line = ({ name, tries, lost, silent, wrong }: Row) =>
    `| ${name} | ${tries} | ${lost} | ${silent} | ${wrong} |`;
  const head = ['| fault | tries | lost | silent | wrong |', '| --- | ---: | ---: | ---: | ---: |'];
  return [...head, ...rows.map(line), line(total)].join('\n');
}
