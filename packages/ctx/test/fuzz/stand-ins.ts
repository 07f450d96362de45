// A folder in which a script can be run by a real bash with nothing but stand-ins on its PATH: what they were called with
// is kept, and so is every file that the script makes.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runConfined } from '../confined-bash.js';

export interface Ran {
  /** The words of each call of a stand-in, in no order. */
  readonly calls: readonly (readonly string[])[];
  readonly files: readonly string[];
}

export class StandIns {
  readonly #folder = mkdtempSync(join(tmpdir(), 'ctx-stand-ins-'));
  readonly #variables: Readonly<Record<string, string>>;

  /** `real` are the system's own programs that scripts may use, besides the shell's builtins. */
  constructor(
    names: readonly string[],
    real: readonly string[],
    variables: Readonly<Record<string, string>>,
  ) {
    this.#variables = variables;
    for (const folder of [this.bin, this.#calls, this.#cwd]) mkdirSync(folder);
    for (const name of names) {
      const script = `#!/bin/sh\nprintf '%s\\0' '${name}' "$@" > '${this.#folder}'/calls/$$\n`;
      writeFileSync(join(this.bin, name), script, { mode: 0o755 });
    }
    for (const name of real) symlinkSync(`/bin/${name}`, join(this.bin, name));
  }

  get bin(): string {
    return join(this.#folder, 'bin');
  }

  get #calls(): string {
    return join(this.#folder, 'calls');
  }

  get #cwd(): string {
    return join(this.#folder, 'cwd');
  }

  run(script: string): Ran {
    const env = { ...this.#variables, PATH: this.bin };
    const writable = [this.#calls, this.#cwd];
    runConfined(script, { cwd: this.#cwd, env, writable, timeoutMs: 5_000 });
    const calls = takeAll(this.#calls, (file) => readFileSync(file, 'utf8').split('\0').slice(0, -1));
    return { calls, files: takeAll(this.#cwd, (file) => file) };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What was in a folder, which then is empty. */
function takeAll<T>(folder: string, read: (file: string) => T): T[] {
  return readdirSync(folder).map((name) => {
    const file = join(folder, name);
    const taken = read(file);
    rmSync(file, { recursive: true });
    return taken;
  });
}
