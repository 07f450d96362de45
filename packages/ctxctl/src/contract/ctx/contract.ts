// The clean-host contract of ctx: what packages/ctx/clean-host.yaml says, as of any package, and the steps that no file
// can say.

import { dirname, join } from 'node:path';
import type { StepRecord } from '../clean-host/step.js';
import { commandSteps } from '../package/command-steps.js';
import type { ContractConfig } from '../package/config.js';
import { type Contract, type Outcome, runContract } from '../package/contract.js';
import { environmentStep } from '../package/environment-step.js';
import { installStep } from '../package/install-step.js';
import { uninstallStep } from '../package/uninstall-step.js';
import { auditStep } from './audit-step.js';
import { helpStep } from './help-step.js';
import { fakeHostStep, hooksStep } from './hook-steps.js';
import { type LiveClaude, liveClaudeStep } from './live-claude.js';
import { ctxPackStep } from './pack-step.js';
import { realHostsStep } from './real-hosts-step.js';
import { scanStep } from './scan-step.js';
import type { CtxStep, GivenPackage } from './subject.js';
import { checkoutPlace, placesInHome } from './watched.js';

/** Where the file is, in a checkout. */
export const ctxConfigFile = join('packages', 'ctx', 'clean-host.yaml');

export function ctxSteps(config: ContractConfig, checkout: string): CtxStep[] {
  const [programs, ...others] = commandSteps(config);
  return [
    ctxPackStep,
    // npm warns of it where a tarball is installed by its path.
    installStep({ alsoRefused: ['prepare'] }),
    environmentStep([checkout]),
    ...(programs === undefined ? [] : [programs]),
    helpStep,
    hooksStep,
    fakeHostStep,
    realHostsStep,
    scanStep,
    ...others,
    auditStep,
    { ...uninstallStep, needs: ['hooks'] },
  ];
}

type Shared = 'config' | 'outside' | 'homes' | 'shared' | 'offline' | 'tempRoot' | 'keepTemp' | 'signal';

export interface CtxContract
  extends Pick<Contract<never>, Shared | 'fast' | 'only' | 'onRecord' | 'conclude'> {
  /** In the place of the contract's own steps. */
  readonly steps?: readonly CtxStep[] | undefined;
  readonly checkout: string;
  readonly ctxctl: string;
  readonly given?: GivenPackage | undefined;
  readonly live?: LiveClaude | undefined;
  onRecord(record: StepRecord): void;
}

export function runCtxContract(contract: CtxContract): Promise<Outcome> {
  const { config, checkout, ctxctl, given, live } = contract;
  const own = contract.steps ?? ctxSteps(config, checkout);
  return runContract({
    ...contract,
    steps: live === undefined ? own : withLive(live, own),
    subject: (subject) => ({ ...subject, checkout, ctxctl, given }),
    away: [checkoutPlace(checkout)],
    placesInHome,
    needed: [dirname(ctxctl), ...(given === undefined ? [] : [given.tarball])],
    // Somebody's own claude, which the live step asks, may live in their home.
    confined: live === undefined,
  });
}

/** The live step comes before everything is taken away again. */
function withLive(live: LiveClaude, steps: readonly CtxStep[]): CtxStep[] {
  return steps.flatMap((step) => (step.name === 'uninstall' ? [liveClaudeStep(live), step] : [step]));
}
