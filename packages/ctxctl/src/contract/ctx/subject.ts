// The clean host with the package of ctx on it, and what the steps that are ctx's own need besides.

import { firstLine } from '../clean-host/child.js';
import { Broken, type Step } from '../clean-host/step.js';
import type { Subject } from '../package/subject.js';

export interface CtxSubject extends Subject {
  /** The repository that is packed. */
  readonly checkout: string;
  /** The built ctxctl; it is no part of the package. */
  readonly ctxctl: string;
  /** A tarball that is there already takes the place of one that is packed from the checkout. */
  readonly given?: GivenPackage | undefined;
}

export interface GivenPackage {
  readonly tarball: string;
  /** What was built, relative to the package. */
  readonly built: readonly string[];
  /** Whether its entry points are still to be checked. */
  readonly linted: boolean;
}

export type CtxStep = Step<CtxSubject>;

/** The data of one call of the installed program, which has to succeed. */
export async function ctxData(
  subject: CtxSubject,
  words: readonly string[],
  more: { readonly cwd?: string; readonly input?: string } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { exitCode, stdout, stderr } = await subject.run('ctx', [...words, '--output-format', 'json'], more);
  const { data, error } = envelopeIn(stdout);
  if (exitCode === 0 && data !== undefined) return data;
  const said = error === undefined ? firstLine(stderr) || firstLine(stdout) : JSON.stringify(error);
  throw new Broken([`ctx ${words.join(' ')}: exit ${exitCode}, ${said}`]);
}

interface Envelope {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

function envelopeIn(stdout: string): Envelope {
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}
