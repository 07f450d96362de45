// A session as the real loop writes it: whole, cut short, cancelled, or killed and resumed.

import { appendFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../src/time/clock.js';
import { temporaryFolder } from './folder.js';
import { ctxProgram, type Outside, startCall } from './in-process.js';
import { overtaken } from './overtaken.js';
import { jsonOf, scriptOf } from './scripted.js';

export interface RecordedSession {
  readonly cwd: string;
  readonly path: string;
}

interface Recipe {
  readonly replies: readonly object[];
  /** Beside the replies: price, context_tokens. */
  readonly script?: object;
  readonly files?: Readonly<Record<string, string>>;
  /** Name → what it leads to. */
  readonly links?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** Of the run r1, in a config. */
  readonly settings?: object;
  readonly prompts?: readonly string[];
  readonly outside?: Outside;
  /** The run's time is over as soon as this holds of what it has printed and of its folder. */
  readonly overtakenWhen?: (printed: string, cwd: string) => boolean;
  /** No worker is given the time to notice that. */
  readonly impatient?: boolean;
}

export const call = (command: string) => ({ tool: 'bash', input: { command } });
export const read = (path: string) => ({ tool: 'read', input: { path } });
export const usage = { input_tokens: 100, output_tokens: 10 };
export const live: Outside = { clock: systemClock };

/** Reads a file, and wants to remove another: where rules say so, that is denied. */
export const looksFirst = {
  say: 'I look first.',
  call: [read('a.txt'), call('rm -rf x')],
  usage: { input_tokens: 1200, output_tokens: 30 },
};

/** A call and its answer. */
export const looking = [
  { say: 'Looking.', call: [call('echo found')], usage },
  { say: 'Found.', usage },
];

export async function recordSession(recipe: Recipe): Promise<RecordedSession> {
  const { replies, script, files, links = {}, flags = [], settings, prompts = ['Do it.'], outside } = recipe;
  const [task, ...continuation] = prompts;
  const cwd = temporaryFolder({
    's.yaml': JSON.stringify({ model: 'script/1', ...script, replies }),
    'c.yaml': JSON.stringify({
      model: 'script:s.yaml',
      runs: [{ run_id: 'r1', task, ...(continuation.length > 0 && { continuation }), ...settings }],
    }),
    'a.txt': 'alpha\n',
    'b.txt': 'beta\n',
    ...files,
  });
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(cwd, name));
  const argv = ['run', 'c.yaml', '--session-id', 's', ...flags];
  const { overtakenWhen, impatient = false } = recipe;
  if (overtakenWhen === undefined) await jsonOf(argv, { ...outside, cwd });
  else {
    const began = (printed: string) => overtakenWhen(printed, cwd);
    const { error } = await overtaken(argv, { ...outside, cwd }, began, { impatient });
    if (error?.code !== 'timeout') throw new Error(`its time was not over before it ended: ${error?.code}`);
  }
  return { cwd, path: sessionIn(cwd) };
}

const sessionIn = (cwd: string) => join(cwd, '.context/sessions/s.jsonl');

/** The first of two calls is cut short, the second is not reached. */
export function timedOutAmidCalls(): Promise<RecordedSession> {
  return recordSession({
    replies: [
      { say: 'Both.', call: [call('touch running; exec sleep 30'), call('echo second')], usage },
      { expect: { contains: 'second' }, say: 'Done.', usage },
    ],
    overtakenWhen: (_, cwd) => existsSync(join(cwd, 'running')),
  });
}

/** Interrupted as soon as the model was asked for its last reply. */
export async function cancelled(
  signal: 'SIGINT' | 'SIGTERM',
  { replies = [{ call: [call('echo a')] }, { hang: true }], config }: Cancelled = {},
): Promise<RecordedSession> {
  const cwd = temporaryFolder({
    's.yaml': scriptOf(...replies),
    'c.yaml': JSON.stringify(config ?? { model: 'script:s.yaml', runs: [{ run_id: 'r1', task: 'Go.' }] }),
  });
  const argv = ['run', 'c.yaml', '--session-id', 's', '--output-format', 'stream-json'];
  const running: ReturnType<typeof startCall> = startCall(ctxProgram(), argv, {
    cwd,
    out: (text) => {
      if (text.includes(`"call":${replies.length}`) && text.includes('model.requested'))
        setImmediate(() => running.interrupt(signal));
    },
  });
  await running.answer;
  return { cwd, path: sessionIn(cwd) };
}

interface Cancelled {
  /** The last of them hangs. */
  readonly replies?: readonly object[];
  readonly config?: object;
}

/** What a kill after so many records leaves, resumed. */
export async function resumedAfter(
  records: number,
  outside: Outside,
  torn = '',
  flags: readonly string[] = [],
): Promise<RecordedSession> {
  const other = {
    model: 'script/1',
    price: { input_usd_per_mtok: 3, output_usd_per_mtok: 15 },
    replies: [{ say: 'The other one.', usage }],
  };
  const files = { 'other.yaml': JSON.stringify(other) };
  const session = await recordSession({ replies: looking, outside, files });
  const lines = readFileSync(session.path, 'utf8').split('\n').slice(0, records);
  writeFileSync(session.path, lines.map((line) => `${line}\n`).join(''));
  appendFileSync(session.path, torn);
  // This machine knows of the records that are gone now.
  await jsonOf(['resume', 's', '--trust-log', ...flags], { ...outside, cwd: session.cwd });
  return session;
}
