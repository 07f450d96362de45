// Scripts that a page of the docs shows, run as they stand there, with `ctx` as the built program.

import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder, repository } from './built.js';
import { temporaryFolder } from './folder.js';

/** The blocks of one language, in their order. */
export function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(repository, page), 'utf8');
  return Array.from(
    text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')),
    ([, code = '']) => code,
  );
}

export interface Ran {
  readonly code: number;
  readonly printed: string;
}

/** A folder with `ctx` and stand-ins for programs that belong to others: name → script of sh. */
export function programs(others: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const own = { ctx: `exec '${process.execPath}' '${join(builtFolder(), 'ctx.cjs')}' "$@"`, ...others };
  for (const [name, script] of Object.entries(own)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** As a CI system runs it: the first command that fails ends it. */
export function runScript(script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((resolve) => {
    const words = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script];
    const child = execFile('bash', words, { cwd, env: { ...env } }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, printed: stdout + stderr }),
    );
    child.stdin?.end();
  });
}
