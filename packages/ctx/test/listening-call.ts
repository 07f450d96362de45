// A command that listens until it is told to stop, called in this process; gone when the test has ended.

import { onTestFinished } from 'vitest';
import { membersOf } from '../src/acp/fields.js';
import { cleanEnvironment } from './built.js';
import { ctxProgram, startCall } from './in-process.js';
import { until } from './processes.js';

export interface CallPlace {
  readonly cwd: string;
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ListeningCall {
  /** What it told when it listened. */
  readonly first: Record<string, unknown>;
  events(): Record<string, unknown>[];
  /** SIGTERM; its exit code. */
  stop(): Promise<number>;
}

export async function listeningCall(
  words: readonly string[],
  { cwd, home, env }: CallPlace,
): Promise<ListeningCall> {
  const argv = [...words, '--output-format', 'stream-json'];
  const clock = { now: () => Date.now(), deterministic: false };
  const call = startCall(ctxProgram(), argv, { cwd, env: cleanEnvironment(home, env), clock });
  const events = () =>
    call
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => membersOf(JSON.parse(line)));
  let stopped: Promise<number> | undefined;
  const stop = () => {
    stopped ??= (async () => {
      call.interrupt('SIGTERM');
      return (await call.answer).exitCode;
    })();
    return stopped;
  };
  onTestFinished(async () => {
    await stop();
  });
  await Promise.race([until(() => events().length > 0), call.answer]);
  const [first] = events();
  if (typeof first?.['url'] !== 'string') throw new Error((await call.answer).stdout);
  return { first, events, stop };
}
