// One trial of a host that is installed here: started against a scripted model on loopback, in a place that is thrown away.

import { randomBytes } from 'node:crypto';
import type { HostProgram } from '../hosts/find-program.js';
import type { Host, Scope } from '../hosts/host.js';
import type { DrivenHost } from './driven-host.js';
import { isClosed, judged } from './judge.js';
import type { LiveResult } from './live-result.js';
import { startModelServer } from './model-server.js';
import { type HostRun, runHost } from './run-host.js';
import { liveScript, prompt } from './script.js';
import { type ThrowAwayPlace, throwAwayPlace } from './throw-away-place.js';

export interface WantedTrial {
  readonly host: Host;
  readonly driven: DrivenHost;
  readonly program: HostProgram;
  readonly scope: Scope;
  /** Where this program and its hooks are, and its version. */
  readonly shipped: string;
  readonly ctxVersion: string;
  /** The PATH that the host gets. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly now: () => number;
}

export const unknownVersion = 'unknown';

export async function tryHost(wanted: WantedTrial): Promise<LiveResult> {
  const began = wanted.now();
  const mark = randomBytes(8).toString('hex');
  const place = await throwAwayPlace({ ...wanted, mark, now: began });
  try {
    const version = await versionOf(wanted, place, mark);
    const checks = await checked(wanted, place, mark);
    return {
      host: wanted.host.name,
      version,
      program: wanted.program.at(-1) ?? '',
      scope: wanted.scope,
      ctx_version: wanted.ctxVersion,
      at: new Date(began).toISOString(),
      seconds: Math.round((wanted.now() - began) / 100) / 10,
      sound: checks.every(({ state }) => state !== 'broken'),
      checks,
    };
  } finally {
    place.remove();
  }
}

async function checked({ driven, program, ...wanted }: WantedTrial, place: ThrowAwayPlace, mark: string) {
  let delegates = false;
  const script = liveScript(driven);
  const server = await startModelServer((asked, request) => {
    delegates ||= driven.delegate('', asked.tools, request).length > 0;
    return script(asked, request);
  });
  try {
    Object.assign(place.env, proxies(server.url));
    driven.prepare(place, server.url, [place.hooks]);
    const bounds = { ...wanted, mark, isSettled: () => isClosed(place) };
    const run: HostRun = await runHost(program, driven.argv(prompt), place, bounds);
    return judged({ place, run, requests: server.requests, delegates });
  } finally {
    await server.close();
  }
}

/** The way to the network leads to the model's server, which refuses it: nothing of a trial leaves the machine. */
function proxies(url: string): Record<string, string> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  const all = names.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, url]);
  return { ...Object.fromEntries(all), NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' };
}

async function versionOf({ program, ...wanted }: WantedTrial, place: ThrowAwayPlace, mark: string) {
  const bounds = { ...wanted, mark, isSettled: () => true };
  const { output } = await runHost(program, ['--version'], place, bounds);
  return /\d+\.\d+\.\d+[\w.+-]*/.exec(output)?.[0].replace(/\.$/, '') ?? unknownVersion;
}
