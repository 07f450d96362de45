// What programs in the sandbox may have written into the memory: `ctx task add` and its like, called inside, are run by a ctx
// outside, one process each, if the run's policy allows that very command to `bash`.

import { spawn } from 'node:child_process';
import { shellWord } from '../../disk/shell-word.js';
import type { Environment } from '../../disk/user-folder.js';
import { memoryCommandIn, namesFile } from '../../sandbox/requests/memory-commands.js';
import type { Reply, Request } from '../../sandbox/requests/request.js';
import type { CallOptions, ServedCommand } from '../ports.js';
import { credentialFreeEnv } from './credential-free-env.js';
import { marksWith, markVariable } from './leftover-processes.js';

export interface MemoryPlace {
  /** The project whose memory it is. */
  readonly root: string;
  /** The program to start, with the words that come first. */
  readonly program: readonly [file: string, ...words: string[]];
  readonly env: Environment;
}

export interface MemoryDesk {
  answer(request: Request): Promise<Reply>;
  /** What was asked for, when nothing is under way any more. */
  served(): Promise<readonly ServedCommand[]>;
}

/** A call that asks for ever fills neither the memory nor the log. */
const mostRequests = 200;
const longest = 60_000;
const largestOutput = 2 << 20;
const longestShown = 1_000;

export function memoryDesk(
  { root, program, env }: MemoryPlace,
  { judge, kill }: Pick<CallOptions, 'judge' | 'kill'>,
): MemoryDesk {
  const served: ServedCommand[] = [];
  const underWay = new Set<Promise<Reply>>();
  let isOver = false;

  async function answered({ argv, stdin }: Request): Promise<Reply> {
    const found = memoryCommandIn(argv);
    const command = found === undefined ? shellLine(['ctx', ...argv]) : commandLine(found, argv);
    const refuse = (rule: string, reason: string): Reply => {
      served.push({ command: command.slice(0, longestShown), denied: { rule, reason } });
      return { refused: { rule, reason } };
    };
    if (found === undefined) return refuse('sandbox', 'it is no command of the memory');
    if (namesFile(argv)) return refuse('sandbox', 'it names a file; hand the text over on stdin');
    const verdict = judge(command);
    if (!verdict.allowed) return refuse(verdict.rule, verdict.reason);
    const reply = await run(argv, Buffer.from(stdin, 'base64'));
    if ('refused' in reply) return refuse(reply.refused.rule, reply.refused.reason);
    served.push({ command: command.slice(0, longestShown), exit_code: reply.exit_code });
    return reply;
  }

  function run(argv: readonly string[], stdin: Buffer): Promise<Reply> {
    const [file, ...words] = program;
    return new Promise((resolve) => {
      const failed = (reason: string) => resolve({ refused: { rule: 'sandbox', reason } });
      const child = spawn(file, [...words, ...argv], {
        cwd: root,
        // It is an agent's call: nobody's yes can come through it.
        env: { ...credentialFreeEnv(env), [markVariable]: marksWith(env, 'memory') },
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: longest,
        killSignal: 'SIGKILL',
        signal: kill,
      });
      const streams = [child.stdout, child.stderr].map((stream) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        stream.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > largestOutput) child.kill('SIGKILL');
          else chunks.push(chunk);
        });
        return () => Buffer.concat(chunks).toString('utf8');
      });
      child.once('error', (error) => failed(`it did not start: ${error.message}`));
      child.once('close', (code, signal) => {
        const [stdout = '', stderr = ''] = streams.map((text) => text());
        if (code === null) failed(`it was ended by ${signal}`);
        else resolve({ exit_code: code, stdout, stderr });
      });
      child.stdin.on('error', () => {});
      child.stdin.end(stdin);
    });
  }

  return {
    answer(request) {
      const refuse = (reason: string) => Promise.resolve({ refused: { rule: 'sandbox', reason } });
      if (isOver) return refuse('the call is over');
      if (served.length + underWay.size >= mostRequests) return refuse('one call asked too often');
      const work = answered(request);
      underWay.add(work);
      void work.finally(() => underWay.delete(work)).catch(() => {});
      return work;
    },
    async served() {
      isOver = true;
      await Promise.allSettled(underWay);
      return served;
    },
  };
}

/** As rules are written: the command first, flags for all commands behind it, so that none of them hides it. */
function commandLine({ name, at }: { name: string; at: number }, argv: readonly string[]): string {
  const words = name.split(' ');
  return shellLine(['ctx', ...words, ...argv.slice(at + words.length), ...argv.slice(0, at)]);
}

function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
