// Whether a host's own sandbox works inside of ours: found out by running it there once, as the host itself will.

import type { Sandbox } from '../sandbox/sandbox.js';
import { type Alarm, systemAlarm } from '../time/clock.js';

export interface Nesting {
  readonly sandbox: Sandbox | undefined;
  /** The words that run a command in the host's sandbox; nothing where it has none. */
  readonly words: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly alarm?: Alarm | undefined;
}

const longest = 20_000;

/** Never without a sandbox of ours: whoever wants none has the host ask, and nothing else. */
export async function ownSandboxWorks({
  sandbox,
  words,
  env,
  cwd,
  alarm = systemAlarm,
}: Nesting): Promise<boolean> {
  if (sandbox?.rules.nested !== true || words === undefined) return false;
  const argv = [...words, '/bin/sh', '-c', 'exit 0'];
  const child = sandbox.start({ argv, env, merged: false, stdin: 'ignore', cwd });
  child.stdout?.resume();
  child.stderr?.resume();
  const takeBack = alarm(longest, () => child.kill('SIGKILL'));
  return new Promise((resolve) => {
    const done = (works: boolean) => {
      takeBack();
      resolve(works);
    };
    child.once('error', () => done(false));
    child.once('close', (code) => done(code === 0));
  });
}
