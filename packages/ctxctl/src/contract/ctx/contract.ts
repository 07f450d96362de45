// The clean-host contract of ctx: its steps in their order, on a host that is made for them and taken away again.

import { realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { cleanHost } from '../clean-host/host.js';
import type { NpmShared } from '../clean-host/npm-shared.js';
import { changesBetween, look } from '../clean-host/observed.js';
import { type Choice, runSteps } from '../clean-host/run-steps.js';
import type { StepRecord } from '../clean-host/step.js';
import { temporaryRoot } from '../clean-host/temporary-root.js';
import { veilHomes } from '../clean-host/veiled-homes.js';
import { fakeHostStep, hooksStep } from './hook-steps.js';
import { environmentStep, installStep } from './install-steps.js';
import { type LiveClaude, liveClaudeStep } from './live-claude.js';
import { memoryStep } from './memory-step.js';
import { packStep } from './pack-step.js';
import { helpStep, programsStep } from './programs-step.js';
import { realHostsStep } from './real-hosts-step.js';
import { scanStep } from './scan-step.js';
import { sessionStep } from './session-step.js';
import type { CtxStep, Subject } from './subject.js';
import { uninstallStep } from './uninstall-step.js';
import { checkoutPlace, placesInHomes } from './watched.js';

export const contractSteps: readonly CtxStep[] = [
  packStep,
  installStep,
  environmentStep,
  programsStep,
  helpStep,
  hooksStep,
  fakeHostStep,
  realHostsStep,
  scanStep,
  sessionStep,
  memoryStep,
  uninstallStep,
];

export interface Contract extends Choice {
  /** In the place of the contract's own steps. */
  readonly steps?: readonly CtxStep[] | undefined;
  readonly checkout: string;
  readonly ctxctl: string;
  readonly outside: Readonly<Record<string, string | undefined>>;
  /** Homes of people that must stay as they are. */
  readonly homes: readonly string[];
  readonly shared: NpmShared;
  readonly given?: Subject['given'];
  readonly offline: boolean;
  readonly tempRoot?: string | undefined;
  readonly keepTemp: boolean;
  readonly live?: LiveClaude | undefined;
  readonly signal: AbortSignal;
  onRecord(record: StepRecord): void;
}

export interface Outcome {
  readonly root: string;
  readonly kept: boolean;
  readonly steps: readonly StepRecord[];
}

export async function runContract(contract: Contract): Promise<Outcome> {
  const { checkout, ctxctl, homes, given, offline, keepTemp, live, signal } = contract;
  const root = temporaryRoot(contract.tempRoot);
  try {
    const { outside, shared } = contract;
    const veil = veilFor(contract, root.path);
    const within = veil?.words ?? [];
    const host = cleanHost({ root: root.path, outside, away: [checkout], shared, signal, within });
    // What is kept of a veiled home is looked at as all of a home is that is not veiled.
    const inHomes = placesInHomes(homes, root.path).filter(({ path }) => veil?.covers(path) !== true);
    const watched = [checkoutPlace(checkout), ...inHomes];
    const before = look(watched);
    const strayed = () => [...(veil?.written() ?? []), ...changesBetween(before, look(watched))];
    const subject = { ...host, checkout, ctxctl, given, offline, strayed };
    const ours = contract.steps ?? contractSteps;
    const steps = live === undefined ? ours : withLive(live, ours);
    const records = await runSteps(steps, subject, contract, contract.onRecord);
    return { root: root.path, kept: keepTemp, steps: records };
  } finally {
    if (!keepTemp) root.remove();
  }
}

/** Somebody's own claude, which the live step asks, may live in their home. */
function veilFor({ homes, checkout, ctxctl, outside, shared, given, live }: Contract, root: string) {
  if (live !== undefined) return undefined;
  const node = dirname(dirname(realpathSync(process.execPath)));
  const path = (outside['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const certificates = [shared.cafile, shared.extraCertificates].filter((file) => file !== undefined);
  const tarball = given === undefined ? [] : [given.tarball];
  const needed = [root, checkout, dirname(ctxctl), node, shared.cache, ...path, ...certificates, ...tarball];
  return veilHomes(homes, needed, join(root, 'homes'));
}

/** The live step comes before everything is taken away again. */
function withLive(live: LiveClaude, steps: readonly CtxStep[]): CtxStep[] {
  return steps.flatMap((step) => (step === uninstallStep ? [liveClaudeStep(live), step] : [step]));
}
