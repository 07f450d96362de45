// Goes on with a session as `ctx resume` would at a terminal where nobody is: under the same trust, with its questions in the page.

import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from '../../cli/command.js';
import type { Entry } from '../../dashboard/session-index.js';
import { lockOwner } from '../../disk/lock.js';
import { pause } from '../../disk/pause.js';
import { fail } from '../../protocol/codes.js';
import type { Members } from '../../protocol/members.js';
import { lockPathOf } from '../../session/lock-path.js';
import { bytesOf } from '../../session/session-files.js';
import { textIn } from './api-answer.js';
import { envelopeIn } from './own-command.js';
import { passedOn } from './passed-on.js';

const lookMs = 25;

/** Settles when the session goes on, or with what `ctx resume` says in its place. */
export async function resumeSession(
  entry: Entry,
  body: Members,
  { env, program }: Pick<Services, 'env' | 'program'>,
): Promise<object> {
  const isRunning = () => lockOwner(lockPathOf(entry.path)) !== undefined;
  if (isRunning()) throw fail('session_running', { operation: 'resume', target: entry.id });
  const task = body['task'] === undefined ? undefined : textIn(body, 'task', 60_000);
  const words = [
    join(program.shippedFolder, 'ctx.cjs'),
    'resume',
    entry.path,
    ...(task === undefined ? [] : [`--task=${task}`]),
    '--output-format',
    'json',
  ];
  const before = bytesOf(entry.path);
  const folder = mkdtempSync(join(tmpdir(), 'ctx-ui-'));
  const file = join(folder, 'answer');
  const output = openSync(file, 'wx', 0o600);
  try {
    // It outlives the server, as a run that somebody started elsewhere would; so it writes to no pipe of ours.
    const child = spawn(process.execPath, words, {
      cwd: entry.project,
      env: { ...env },
      stdio: ['ignore', output, 'ignore'],
      detached: true,
    });
    let hasEnded = false;
    let refused: Error | undefined;
    child.once('exit', () => {
      hasEnded = true;
    });
    child.once('error', (cause) => {
      hasEnded = true;
      refused = cause;
    });
    child.unref();
    // Who holds the lock may still find that there is nothing to go on with: a session goes on when something is written to it.
    const goesOn = () =>
      child.pid !== undefined &&
      lockOwner(lockPathOf(entry.path))?.pid === child.pid &&
      bytesOf(entry.path) !== before;
    while (!hasEnded && !goesOn()) await pause(lookMs);
    if (refused !== undefined) {
      const { message: reason } = refused;
      throw fail('command_unanswered', { operation: 'run', target: 'resume', reason, cause: refused });
    }
    if (hasEnded) passedOn(envelopeIn(readFileSync(file, 'utf8'), 'resume'));
    return { pid: child.pid ?? 0 };
  } finally {
    closeSync(output);
    rmSync(folder, { recursive: true, force: true });
  }
}
