// The user's own ssh as a carrier: `ctx acp` on the other machine, at the other end of its pipes.

import { spawn } from 'node:child_process';
import type { Carrier } from '../acp/carrier.js';
import { streamCarrier } from '../acp/stream-carrier.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import { withoutHostTags } from '../protocol/foreign-text.js';
import type { Ears, RemoteCtx } from './remote-ctx.js';
import { greet } from './remote-ctx.js';
import { noFolder, noProgram, type SshOptions, type SshTarget, sshWords } from './ssh-target.js';

export interface SshPlace {
  readonly target: SshTarget;
  readonly options: SshOptions;
  readonly called: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
}

const mostSaid = 16_384;
const patienceMs = 5000;
/** Somebody may have to touch a key for it. */
const slowestMs = 120_000;

export async function reachBySsh(place: SshPlace, ears: Ears): Promise<RemoteCtx> {
  const { called, version } = place;
  return greetedBySsh(place, (carrier) =>
    greet(carrier, { target: called, version, ears, outlives: false, patienceMs: slowestMs }),
  );
}

/** `hello` is what is said first. */
export async function greetedBySsh<T>(place: SshPlace, hello: (carrier: Carrier) => Promise<T>): Promise<T> {
  const { carrier, ended } = startSsh(place);
  try {
    return await hello(carrier);
  } catch (error) {
    // Why it came to nothing, ssh says at its end, which is not far off.
    const isLost = error instanceof Failure && ['remote_lost', 'teleport_interrupted'].includes(error.code);
    const timer = setTimeout(() => carrier.close(), isLost ? patienceMs : 0);
    const end = await ended;
    clearTimeout(timer);
    throw (isLost ? endFailure(end, place) : undefined) ?? error;
  }
}

interface SshEnd {
  readonly code: number | null;
  readonly missing: boolean;
  readonly said: string;
}

/** In a session of its own: Ctrl-C at our terminal is ours alone. It ends with its input, and so with us. */
function startSsh({ target, options, env }: SshPlace): {
  readonly carrier: Carrier;
  readonly ended: Promise<SshEnd>;
} {
  const child = spawn('ssh', sshWords(target, options), {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, mostSaid);
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<SshEnd>((resolve) => {
    child.once('error', (error) =>
      resolve({ code: null, missing: 'code' in error && error.code === 'ENOENT', said: error.message }),
    );
    child.once('close', (code) => resolve({ code, missing: false, said }));
  });
  const carrier = streamCarrier(child.stdout, child.stdin);
  return {
    carrier: {
      ...carrier,
      close() {
        carrier.close();
        child.kill();
      },
    },
    ended,
  };
}

function endFailure(
  { code, missing, said }: SshEnd,
  { target, called, version }: SshPlace,
): Failure | undefined {
  const where = { operation: 'connect', target: called };
  if (missing) return fail('ssh_missing', where);
  if (code === noFolder) return fail('ssh_folder_missing', { ...where, folder: target.folder ?? '~' });
  if (code === noProgram)
    return fail('ssh_ctx_missing', {
      ...where,
      install: `ssh ${target.host} npm install -g ctx-cli@${version}`,
    });
  const words = wordsIn(said);
  if (code !== 255)
    return fail('remote_not_ctx', {
      ...where,
      reason: words === '' ? `it ended with ${code ?? 'a signal'}` : words,
    });
  if (/host key|HOST IDENTIFICATION/i.test(said))
    return fail('ssh_host_key', { ...where, host: target.host, said: words });
  if (/permission denied|too many authentication/i.test(said))
    return fail('ssh_denied', { ...where, said: words });
  return fail('ssh_failed', { ...where, host: target.host, said: words });
}

/** Its last words; before them may stand what the other machine greets everybody with. */
function wordsIn(said: string): string {
  const lines = withoutHostTags(said)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^@+$/.test(line));
  return lines.slice(-2).join(' ').slice(0, 300);
}
