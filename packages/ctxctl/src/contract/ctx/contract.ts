// The clean-host contract of ctx: its steps in their order, on a host that is made for them and taken away again.

import { cleanHost } from '../clean-host/host.js';
import type { NpmShared } from '../clean-host/npm-shared.js';
import { look } from '../clean-host/observed.js';
import { type Choice, runSteps } from '../clean-host/run-steps.js';
import type { StepRecord } from '../clean-host/step.js';
import { temporaryRoot } from '../clean-host/temporary-root.js';
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
import { watchedPlaces } from './watched.js';

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
  told(record: StepRecord): void;
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
    const host = cleanHost({ root: root.path, outside, away: [checkout], shared, signal });
    const watched = watchedPlaces(checkout, homes, root.path);
    const subject = { ...host, checkout, ctxctl, given, offline, watched, before: look(watched) };
    const steps = live === undefined ? contractSteps : withLive(live);
    const records = await runSteps(steps, subject, contract, contract.told);
    return { root: root.path, kept: keepTemp, steps: records };
  } finally {
    if (!keepTemp) root.remove();
  }
}

/** The live step comes before everything is taken away again. */
function withLive(live: LiveClaude): CtxStep[] {
  return contractSteps.flatMap((step) => (step === uninstallStep ? [liveClaudeStep(live), step] : [step]));
}
