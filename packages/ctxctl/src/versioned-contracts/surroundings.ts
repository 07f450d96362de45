// What a contract's calls run with: which Node, which program, and everything of a machine that must not matter.

import { execFile } from 'node:child_process';
import { dirname } from 'node:path';

export interface Surroundings {
  /** The program `ctx`, as a file that Node runs. */
  readonly program: string;
  readonly node?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly umask?: string;
  /** Whom to run as, where we may choose. */
  readonly uid?: number;
}

export interface Answer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const shell = 'umask "$0"; exec "$@"';

export function call(
  argv: readonly string[],
  cwd: string,
  home: string,
  given: Surroundings,
): Promise<Answer> {
  const { program, node = process.execPath, umask = '022', uid } = given;
  const env = {
    PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}`,
    LANG: 'C.UTF-8',
    HOME: home,
    CTX_DETERMINISTIC: '1',
    ...given.env,
  };
  const words = ['-c', shell, umask, node, program, ...argv, '--output-format', 'json'];
  return new Promise((resolve, reject) => {
    const options = { cwd, env, maxBuffer: 1 << 28, ...(uid !== undefined && { uid, gid: uid }) };
    const child = execFile('/bin/sh', words, options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : error.code;
      if (typeof exitCode === 'number') resolve({ exitCode, stdout, stderr });
      else reject(error);
    });
    child.stdin?.end();
  });
}
