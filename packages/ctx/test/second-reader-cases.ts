// The cases that the second reader and ctx verify are compared on, and the comparison.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verify } from '../src/evidence/verify-entry.js';
import { latestContract } from './latest-contract.js';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Log = { [name: string]: Json }[];
export type Case = { name: string; bytes: Buffer };
export type Judged = {
  verdict: string;
  findings: readonly { code: string; verdict: string; seq?: number | undefined }[];
  findings_left_out: number;
};

export const contract = latestContract('session');
const reader = join(contract, 'verify.py');
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`).join(',')}}`;
}

/** The log with a chain that holds, so that only what the records say can be wrong. */
export function chained(log: Log): Buffer {
  let prev = `sha256:${'0'.repeat(64)}`;
  const start = Date.UTC(2026, 10, 18);
  const lines = log.map((record, seq) => {
    const whole: Log[number] = { ...record, seq, prev, at: new Date(start + seq).toISOString() };
    if (whole['type'] === 'session.resumed')
      Object.assign(whole, { from_seq: Math.max(0, seq - 1), from_hash: prev });
    if (whole['type'] === 'session.repaired') whole['after_seq'] = seq - 1;
    delete whole['hash'];
    prev = `sha256:${createHash('sha256').update(canonical(whole)).digest('hex')}`;
    return `${canonical({ ...whole, hash: prev })}\n`;
  });
  return Buffer.from(lines.join(''));
}

/** The sessions that are kept: the goldens, the corpus, and what that has none of. */
export function kept(): Case[] {
  const folders = [
    join(contract, 'golden'),
    join(contract, '../corpus'),
    join(import.meta.dirname, 'fixtures/second-reader'),
  ];
  const files = folders.flatMap((one) =>
    readdirSync(one, { recursive: true, encoding: 'utf8' }).map((name) => join(one, name)),
  );
  const sessions = files.filter((file) => file.endsWith('.jsonl') && !file.endsWith('.fleet.jsonl'));
  return sessions.map((file) => ({ name: file, bytes: readFileSync(file) }));
}

export const logOf = (bytes: Buffer): Log =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const said = (judged: Judged) => ({
  verdict: judged.verdict,
  findings: [...new Set(judged.findings.map((one) => `${one.seq} ${one.code} ${one.verdict}`))].sort(),
  more: judged.findings_left_out > 0,
});

/** What the two readers say differently: both judge all cases, python in one process. */
export async function disagreements(cases: Case[], folder: string): Promise<string[]> {
  const here = mkdtempSync(join(folder, 'cases-'));
  cases.forEach((one, number) => {
    writeFileSync(join(here, String(number)), one.bytes);
  });
  const paths = cases.map((_, number) => String(number));
  const judged = runReader(['--json', ...paths], here)
    .trimEnd()
    .split('\n');
  const wrong: string[] = [];
  for (const [number, one] of cases.entries()) {
    const ours = said(await verify(join(here, String(number))));
    const theirs = said(JSON.parse(judged[number] ?? '{}'));
    if (
      JSON.stringify(ours) !== JSON.stringify(theirs) &&
      !(ours.more && theirs.more && ours.verdict === theirs.verdict)
    )
      wrong.push(
        `${one.name}: ctx says ${JSON.stringify(ours)}, the second reader ${JSON.stringify(theirs)}`,
      );
  }
  rmSync(here, { recursive: true });
  return wrong;
}

export function runReader(args: string[], cwd: string): string {
  try {
    return execFileSync('python3', ['-B', reader, ...args], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    if (
      error instanceof Error &&
      'status' in error &&
      error.status === 1 &&
      'stdout' in error &&
      'stderr' in error &&
      error.stderr === ''
    )
      return String(error.stdout);
    throw error;
  }
}

/** Mulberry32: the same numbers each time. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const FIXED = new Set(['at', 'hash', 'prev', 'seq']);

/** Something else in the place of one value, or without it. */
function changed(value: Json, pick: (below: number) => number, others: Json[]): Json {
  if (Array.isArray(value)) {
    if (value.length === 0) return value;
    const at = pick(value.length);
    if (pick(4) === 0) return value.filter((_, index) => index !== at);
    if (pick(6) === 0) return [...value, value[at] ?? null];
    return value.map((item, index) => (index === at ? changed(item, pick, others) : item));
  }
  if (value !== null && typeof value === 'object') {
    const names = Object.keys(value).filter((name) => !FIXED.has(name));
    const name = names[pick(Math.max(1, names.length))];
    if (name === undefined) return value;
    const { [name]: old, ...rest } = value;
    return pick(5) === 0 ? rest : { ...rest, [name]: changed(old ?? null, pick, others) };
  }
  if (typeof value === 'number' && pick(4) > 0)
    return [value + 1, Math.max(0, value - 1), 0, value * 2][pick(4)] ?? 0;
  if (typeof value === 'boolean' && pick(4) > 0) return !value;
  return others[pick(others.length)] ?? null;
}

function scalars(value: Json): Json[] {
  if (value === null || typeof value !== 'object') return [value];
  return Object.values(value).flatMap(scalars);
}

export function mutated(log: Log, donor: Log, pick: (below: number) => number): Log {
  const records = structuredClone(log);
  const others = records.flatMap(scalars).filter((one) => typeof one !== 'string' || one.length < 40);
  for (let left = 1 + pick(3); left > 0 && records.length > 1; left -= 1) {
    const at = 1 + pick(records.length - 1);
    const record = records[at];
    const how = pick(20);
    if (how < 3) records.splice(at, 1);
    else if (how < 5 && record !== undefined) records.splice(1 + pick(records.length - 1), 0, record);
    else if (how < 7) records.splice(1 + pick(records.length - 1), 0, ...records.splice(at, 1));
    else if (how < 8) records.length = at;
    else if (how < 10) records.splice(at, 0, structuredClone(donor[pick(donor.length)] ?? {}));
    else {
      const one = pick(records.length);
      const other = changed(records[one] ?? {}, pick, others);
      if (other !== null && typeof other === 'object' && !Array.isArray(other)) records[one] = other;
    }
  }
  return records;
}
