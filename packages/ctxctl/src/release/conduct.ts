// The steps of a release, one after the other; the first that fails ends it, because those behind it stand on it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageSteps } from './built-packages.js';
import { fileSteps } from './checked-files.js';
import { contractSteps, elsewhereSteps } from './held-contracts.js';
import { runnerIn } from './run.js';
import type { Release, ReleaseStep, Tarball, Verdict } from './step.js';

export const releaseSteps: readonly ReleaseStep[] = [
  ...fileSteps,
  ...packageSteps,
  ...contractSteps,
  ...elsewhereSteps,
];

export interface Concluded {
  readonly name: string;
  readonly proves: string;
  readonly verdict: Verdict;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

export interface Wish {
  readonly root: string;
  readonly tag: string | undefined;
  /** Names of steps that are left out. */
  readonly skip: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly steps?: readonly ReleaseStep[];
  tell(step: Concluded): void;
}

export async function conductRelease(
  wish: Wish,
): Promise<{ steps: Concluded[]; tarballs: readonly Tarball[] }> {
  const place = mkdtempSync(join(tmpdir(), 'ctxctl-release-'));
  const { root, tag, env, signal } = wish;
  const release: Release = { root, tag, place, env, run: runnerIn(root, env, signal), tarballs: [] };
  const steps: Concluded[] = [];
  try {
    for (const step of wish.steps ?? releaseSteps) {
      const concluded = await conclude(step, release, whyNot(step, steps, wish));
      steps.push(concluded);
      wish.tell(concluded);
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return { steps, tarballs: release.tarballs };
}

function whyNot(step: ReleaseStep, before: readonly Concluded[], { skip, signal }: Wish): string | undefined {
  if (step.notHere !== undefined) return step.notHere;
  if (skip.includes(step.name)) return 'it was left out with --skip';
  if (signal.aborted) return 'it was cancelled';
  const failed = before.find(({ verdict }) => verdict === 'failed');
  return failed && `${failed.name} failed`;
}

async function conclude(
  { name, proves, look }: ReleaseStep,
  release: Release,
  because: string | undefined,
): Promise<Concluded> {
  if (look === undefined || because !== undefined)
    return { name, proves, verdict: 'not_run', problems: [], notes: because === undefined ? [] : [because] };
  const { problems, notes = [] } = await look(release);
  return { name, proves, verdict: problems.length === 0 ? 'passed' : 'failed', problems, notes };
}
