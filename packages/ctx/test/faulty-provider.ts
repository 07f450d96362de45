// A run against a provider that a test plays, with a clock that nobody waits for.

import { join } from 'node:path';
import type { Clock } from '../src/time/clock.js';
import { temporaryFolder } from './folder.js';
import { type ReachedModel, testCredentials } from './model-server.js';
import { jsonOf } from './scripted.js';
import { recordsOf } from './session-files.js';

/** A clock that notes how long it was asked to wait, and does not. */
export function patientClock(): { readonly clock: Clock; readonly waits: number[] } {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => {
    if (milliseconds > 0) waits.push(milliseconds);
  };
  return { waits, clock: { now: () => 0, deterministic: true, wait } };
}

export const local: ReachedModel = {
  provider: 'openai-compatible',
  name: 'openai-compatible/local',
  baseUrl: (server) => `${server}/v1`,
};

/** Without a sandbox, which each run would start and no provider knows of. */
export function argvFor(url: string, { name, baseUrl }: ReachedModel = local) {
  const reached = ['--model', name, '--base-url', baseUrl(url)];
  return ['run', '--task', 'Go.', ...reached, '--no-sandbox', '--session-id', 's'];
}

export async function run(
  url: string,
  model: ReachedModel = local,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const cwd = temporaryFolder({ 'a.txt': 'alpha\n' });
  const { clock, waits } = patientClock();
  const outside = { cwd, env: { ...testCredentials, ...env }, clock };
  const envelope = await jsonOf([...argvFor(url, model), ...flags], outside);
  const records = recordsOf(join(cwd, '.context/sessions/s.jsonl'));
  const failures = records.filter((record) => record.type === 'model.failed');
  return { cwd, outside, envelope, records, failures, waits };
}
