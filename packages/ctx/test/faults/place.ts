// A project and a home for many tries, put back as they were before each of them; and ctx, as a process or in this one.

import { spawn } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { words } from '../../src/cli/words.js';
import { commands } from '../../src/commands/index.js';
import { systemClock } from '../../src/time/clock.js';
import { programVersion } from '../program-version.js';
import type { Env } from './shim.js';

export interface Answer {
  /** Null for who was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Envelope {
  readonly exit_code: number;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
}

export class Place {
  readonly top: string;
  readonly cwd: string;
  readonly #program: string;
  readonly #env: Env;

  /** `program` is the folder with the built ctx. */
  constructor(top: string, program: string) {
    this.top = top;
    this.cwd = join(top, 'project');
    this.#program = program;
    this.#env = {
      HOME: join(top, 'home'),
      TMPDIR: join(top, 'tmp'),
      PATH: process.env['PATH'] ?? '',
      LANG: 'C.UTF-8',
    };
    for (const folder of [this.cwd, join(top, 'home'), join(top, 'tmp')])
      mkdirSync(folder, { recursive: true });
  }

  path(...parts: string[]): string {
    return join(this.top, ...parts);
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  isThere(path: string): boolean {
    return lstatSync(this.path(path), { throwIfNoEntry: false }) !== undefined;
  }

  /** Nothing where there is no such file. */
  textOf(path: string): string {
    return this.isThere(path) ? readFileSync(this.path(path), 'utf8') : '';
  }

  /** Of all files in a folder, without what is temporary. */
  textsBelow(path: string): string {
    return this.isThere(path)
      ? readdirSync(this.path(path))
          .filter((name) => !name.startsWith('.'))
          .map((name) => this.textOf(join(path, name)))
          .join('')
      : '';
  }

  /** As if it had been written so many minutes ago. */
  age(path: string, minutes: number): void {
    const time = new Date(Date.now() - minutes * 60_000);
    utimesSync(this.path(path), time, time);
  }

  /** Keeps it as it is now, for `restore`. */
  keep(): void {
    cpSync(this.top, `${this.top}.kept`, { recursive: true, preserveTimestamps: true });
  }

  restore(): void {
    rmSync(this.top, { recursive: true, force: true, maxRetries: 20 });
    cpSync(`${this.top}.kept`, this.top, { recursive: true, preserveTimestamps: true });
  }

  /** The built ctx as a process; `before` are the words in front of Node. */
  start(argv: readonly string[], env: Env = {}, before: readonly string[] = []): Promise<Answer> {
    const line = [...before, process.execPath, join(this.#program, 'ctx.cjs'), ...argv];
    const [file = '', ...rest] = line;
    const child = spawn(file, rest, {
      cwd: this.cwd,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const seen = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      seen.err += text;
    });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (exitCode) => resolve({ exitCode, stdout: seen.out, stderr: seen.err }));
    });
  }

  /** The same ctx in this process, where nothing goes wrong: what it says is how things stand. */
  async ask(...argv: string[]): Promise<Envelope> {
    let out = '';
    const program = { name: 'ctx', version: programVersion, commands, words: async () => words };
    await runProgram({ ...program, shippedFolder: this.#program }, [...argv, '--output-format', 'json'], {
      streams: {
        out: (text) => {
          out += text;
        },
        err: () => {},
        outTerminal: () => nobody,
        errTerminal: () => nobody,
      },
      env: this.#env,
      cwd: this.cwd,
      clock: systemClock,
      onInterrupt: () => {},
      onCrash: () => {},
    });
    const envelope: Envelope = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
    return envelope;
  }
}

const nobody: Terminal = { interactive: false, colour: false, width: 100 };
