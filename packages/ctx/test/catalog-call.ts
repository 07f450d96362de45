// Calls of ctx with a home and a data folder of the test's own, so that no catalog of the machine is touched.

import { temporaryFolder } from './folder.js';
import { type Answer, runCtx } from './in-process.js';

export interface CatalogCalls {
  readonly home: string;
  readonly data: string;
  /** The text answer. */
  text(...argv: readonly string[]): Promise<Answer>;
  /** The envelope. */
  json(...argv: readonly string[]): Promise<Envelope>;
}

/** Loosely typed on purpose: each test says which part it looks at. */
export interface Envelope {
  readonly exit_code: number;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: Readonly<Record<string, unknown>>;
}

export function catalogCalls(
  files: Readonly<Record<string, string>> = {},
): CatalogCalls & { readonly cwd: string } {
  const [home, data, cwd] = [temporaryFolder(), temporaryFolder(), temporaryFolder(files)];
  const outside = { cwd, env: { HOME: home, XDG_DATA_HOME: data } };
  return {
    home,
    data,
    cwd,
    text: (...argv) => runCtx(argv, outside),
    async json(...argv) {
      const { stdout, stderr } = await runCtx([...argv, '--output-format', 'json'], outside);
      if (stderr !== '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
  };
}
