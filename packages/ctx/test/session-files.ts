// Sessions as files, for tests: the lines of one, the records of one, and a call of the built ctx that can be cut short.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { SessionRecord } from '../src/protocol/records.js';
import { readWhole } from '../src/session/read-whole.js';
import { builtFolder, cleanEnvironment } from './built.js';
import { temporaryFolder } from './folder.js';

export { linesOf } from '../src/session/fixtures/example.js';

/** Every record of a session file; fails where the chain does not hold. */
export function recordsOf(path: string): readonly SessionRecord[] {
  return readWhole(path).records;
}

export interface Started {
  readonly child: ChildProcess;
  /** Whole lines of stdout so far. */
  lines(): string[];
  /** Resolves as soon as stdout holds this text; rejects if the process ends without it. */
  says(text: string): Promise<void>;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: NodeJS.Signals | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

export function startBuilt(argv: readonly string[], cwd: string, env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [join(builtFolder(), 'ctx.cjs'), ...argv], {
    cwd,
    env: cleanEnvironment(temporaryFolder(), env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    for (const look of waiting) look();
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<Awaited<Started['ended']>>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!stdout.includes(text)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      ended.then(() => reject(new Error(`it never said ${text}: ${stdout}${stderr}`)));
    });
  return { child, lines: () => stdout.split('\n').slice(0, -1), says, ended };
}
