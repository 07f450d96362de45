// The clean host with what is under test on it: the package of ctx, as users get it.

import { join } from 'node:path';
import { firstLine } from '../clean-host/fake-host.js';
import type { CleanHost } from '../clean-host/host.js';
import { Broken, type Step } from '../clean-host/step.js';

export interface Subject extends CleanHost {
  /** The repository that is packed. */
  readonly checkout: string;
  /** The built ctxctl; it is no part of the package. */
  readonly ctxctl: string;
  /** A tarball that is there already takes the place of one that is packed from the checkout. */
  readonly given?: GivenPackage | undefined;
  /** npm uses its cache and nothing else. */
  readonly offline: boolean;
  /** One line for each thing that was written outside of the temporary root since the contract began. */
  strayed(): readonly string[];
}

export interface GivenPackage {
  readonly tarball: string;
  /** What was built, relative to the package. */
  readonly built: readonly string[];
  /** Whether its entry points are still to be checked. */
  readonly linted: boolean;
}

export type CtxStep = Step<Subject>;

export const packageName = 'ctx-cli';

export function tarballOf({ places }: Subject): string {
  return join(places.root, 'packed', 'package.tgz');
}

/** Where npm put the package. */
export function installedPackage({ places }: Subject): string {
  return join(places.prefix, 'lib', 'node_modules', packageName);
}

/** The data of one call of the installed program, which has to succeed. */
export async function ctxData(
  subject: Subject,
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

export function envelopeIn(stdout: string): Envelope {
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}
