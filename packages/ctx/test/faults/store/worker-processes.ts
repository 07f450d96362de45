// Workers as processes of the built program, each in a checkout and a home of its own, as on machines of their own.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WorkerProcess {
  readonly folder: string;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** What it told, line by line. */
  told(): Record<string, unknown>[];
}

export interface Called {
  readonly stdout: string;
  readonly code: number | null;
}

/** Shifts what the process takes for the time; the clock that only goes forward stays as it is. */
const shifted = `const by = Number(process.env.SHIFT_MS ?? 0);
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) { given.length === 0 ? super(Real.now() + by) : super(...given); }
  static now() { return Real.now() + by; }
};
`;

export class Machines {
  readonly #top: string;
  readonly #program: string;
  readonly #files: Readonly<Record<string, string>>;
  readonly all: WorkerProcess[] = [];
  #next = 0;

  constructor(top: string, program: string, files: Readonly<Record<string, string>>) {
    this.#top = top;
    this.#program = join(program, 'ctx.cjs');
    this.#files = files;
    writeFileSync(join(top, 'shifted.cjs'), shifted);
  }

  /** A checkout of the project on a machine of its own. */
  folder(name: string): string {
    const folder = join(this.#top, name);
    mkdirSync(join(folder, 'home'), { recursive: true });
    for (const [file, text] of Object.entries(this.#files)) writeFileSync(join(folder, file), text);
    return folder;
  }

  /** What was printed to stderr there, for whoever looks for a cause. */
  said(folder: string): string {
    const file = join(folder, 'stderr');
    return existsSync(file) ? readFileSync(file, 'utf8').slice(-2000) : '';
  }

  async call(folder: string, argv: readonly string[]): Promise<Called> {
    const { child, said } = this.#spawn(folder, [...argv, '--output-format', 'json'], 0);
    const [code] = await once(child, 'close');
    return { stdout: said(), code };
  }

  start(folder: string, argv: readonly string[], shiftMs = 0): WorkerProcess {
    const { child, said } = this.#spawn(folder, [...argv, '--output-format', 'stream-json'], shiftMs);
    if (child.pid === undefined) throw new Error('no process');
    const ended = once(child, 'close').then(([code]) => code);
    const told = () => said().split('\n').slice(0, -1).filter(isJson).map(parsed);
    return { folder, pid: child.pid, child, ended, told };
  }

  /** Another worker, on another machine. */
  worker(url: string, { slots, lease }: { readonly slots: number; readonly lease: number }, shiftMs = 0) {
    const folder = this.folder(`w${this.#next++}`);
    const argv = ['fleet', 'work', '--store', url, '--slots', String(slots), '--lease', String(lease)];
    const started = this.start(folder, argv, shiftMs);
    this.all.push(started);
    return started;
  }

  #spawn(folder: string, argv: readonly string[], shiftMs: number) {
    const env = {
      PATH: process.env['PATH'] ?? '',
      LANG: 'C.UTF-8',
      HOME: join(folder, 'home'),
      ...(shiftMs !== 0 && {
        NODE_OPTIONS: `--require=${join(this.#top, 'shifted.cjs')}`,
        SHIFT_MS: String(shiftMs),
      }),
    };
    const child = spawn(process.execPath, [this.#program, ...argv], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk) => appendFileSync(join(folder, 'stderr'), chunk));
    return { child, said: () => text };
  }
}

function isJson(line: string): boolean {
  return line.startsWith('{') && line.endsWith('}');
}

function parsed(line: string): Record<string, unknown> {
  return JSON.parse(line);
}
