// A program of the user's answers in a person's place. Whatever goes wrong with it is a no, with the reason.

import type { AskedCall, GivenAnswer } from './question.js';

export interface ApprovalProgram {
  /** A line for the shell. */
  readonly command: string;
  readonly cwd: string;
  /** Without credentials. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Whose program it is. */
  readonly user: string;
  /** What it is told besides the call. */
  readonly about: Readonly<Record<string, string>>;
}

const longestAnswer = 64 * 1024;

export async function askProgram(
  program: ApprovalProgram,
  { call_id, tool, input, rule, preview }: AskedCall,
  signal: AbortSignal,
): Promise<GivenAnswer> {
  const question = { version: 1, ...program.about, call_id, tool, input, rule, preview: preview ?? null };
  const ran = await run(program, `${JSON.stringify(question)}\n`, signal);
  if ('problem' in ran) return no(ran.problem);
  return (
    answerIn(ran.output, program.user) ??
    no('the approval program did not answer with {"answer":"allow"} or {"answer":"deny"}')
  );
}

function no(reason: string): GivenAnswer {
  return { answer: 'deny', scope: 'once', via: 'program', by: null, reason };
}

type Ran = { readonly output: string } | { readonly problem: string };

async function run(
  { command, cwd, env, timeoutMs }: ApprovalProgram,
  question: string,
  signal: AbortSignal,
): Promise<Ran> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    const pieces: Buffer[] = [];
    let bytes = 0;
    const settle = (ran: Ran) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      endGroup(child.pid);
      child.stdout.destroy();
      resolve(ran);
    };
    const onAbort = () => settle({ problem: 'the run was interrupted' });
    const timer = setTimeout(
      () => settle({ problem: `the approval program did not answer within ${timeoutMs / 1000} s` }),
      timeoutMs,
    );
    signal.addEventListener('abort', onAbort, { once: true });
    child.once('error', (error) =>
      settle({ problem: `the approval program did not start: ${error.message}` }),
    );
    // Who answers without reading the question closes the pipe.
    child.stdin.on('error', () => {});
    child.stdin.end(question);
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > longestAnswer) settle({ problem: 'the approval program answered with too much' });
      else pieces.push(piece);
    });
    child.once('close', (code, killed) => {
      if (code === 0) settle({ output: Buffer.concat(pieces).toString('utf8') });
      else settle({ problem: `the approval program failed (${killed ?? `exit code ${code}`})` });
    });
  });
}

/** Whatever it started ends with it. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

function answerIn(output: string, user: string): GivenAnswer | undefined {
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  // Of a member that is there twice, JSON takes the last: who says two things has not answered.
  if (membersIn(output) !== Object.keys(value).length) return undefined;
  const { answer, scope = 'once', by = user, reason, ...others } = Object.fromEntries(Object.entries(value));
  if (answer !== 'allow' && answer !== 'deny') return undefined;
  if (scope !== 'once' && scope !== 'session') return undefined;
  if (typeof by !== 'string' || (reason !== undefined && typeof reason !== 'string')) return undefined;
  if (Object.keys(others).length > 0) return undefined;
  return { answer, scope, via: 'program', by, ...(reason !== undefined && { reason }) };
}

/** In JSON without objects inside. */
function membersIn(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, isName]) => isName !== undefined).length;
}
