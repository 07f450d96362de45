// Which contract the flags ask for: that of a package, or that of ctx, which this checkout is of.

import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { fail } from '../../codes.js';
import { npmShared } from '../../contract/clean-host/npm-shared.js';
import type { Step, StepRecord } from '../../contract/clean-host/step.js';
import { ctxConfigFile, ctxSteps, runCtxContract } from '../../contract/ctx/contract.js';
import type { LiveClaude } from '../../contract/ctx/live-claude.js';
import { likelyPlaces, type Outcome, packageSteps, runContract } from '../../contract/package/contract.js';
import { packageSource } from '../../contract/package/package-source.js';
import { readContractConfig } from '../../contract/package/read-config.js';
import type { Subject } from '../../contract/package/subject.js';
import { repositoryRoot } from '../../repository.js';

export interface AskedFlags {
  readonly package?: string | undefined;
  readonly config?: string | undefined;
  readonly fast: boolean;
  readonly only?: string | undefined;
  readonly 'keep-temp': boolean;
  readonly 'temp-root'?: string | undefined;
  readonly offline: boolean;
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly emit: (event: object) => void;
  readonly program: { readonly shippedFolder: string };
}

export interface AskedContract {
  readonly steps: readonly Pick<Step<never>, 'name' | 'proves' | 'triage'>[];
  /** The text of its file. */
  readonly config: string;
  /** `conclude` runs while everything is still there. */
  run(conclude: Conclude): Promise<Outcome>;
}

export type Conclude = (host: Subject, steps: readonly StepRecord[]) => Promise<void>;

export function contractAsked(
  flags: AskedFlags,
  live: LiveClaude | undefined,
  services: Surroundings,
): AskedContract {
  if (flags.package === undefined) return contractOfCtx(flags, live, services);
  if (live !== undefined) throw apart('--run-live-claude', false);
  return contractOfPackage(flags.package, flags, services);
}

function contractOfPackage(given: string, flags: AskedFlags, services: Surroundings): AskedContract {
  const { cwd } = services;
  const read =
    flags.config === undefined
      ? { config: {}, text: '' }
      : readContractConfig(resolve(cwd, flags.config), flags.config);
  const source = packageSource(given, cwd);
  const steps = packageSteps(read.config, source, cwd);
  const run = async (conclude: Conclude) =>
    runContract({
      ...(await common(flags, services)),
      config: read.config,
      steps,
      subject: (subject) => subject,
      away: [],
      placesInHome: likelyPlaces,
      needed: [],
      confined: true,
      conclude,
    });
  return { steps, config: read.text, run };
}

function contractOfCtx(
  flags: AskedFlags,
  live: LiveClaude | undefined,
  services: Surroundings,
): AskedContract {
  if (flags.config !== undefined) throw apart('--config', true);
  const { cwd, program } = services;
  const checkout = repositoryRoot(cwd);
  const { config, text } = readContractConfig(join(checkout, ctxConfigFile), ctxConfigFile);
  const ctxctl = join(program.shippedFolder, 'ctxctl.cjs');
  const run = async (conclude: Conclude) =>
    runCtxContract({ ...(await common(flags, services)), config, checkout, ctxctl, live, conclude });
  return { steps: ctxSteps(config, checkout), config: text, run };
}

async function common(flags: AskedFlags, { env, cwd, signal, emit }: Surroundings) {
  return {
    outside: env,
    homes: [...new Set([env['HOME'] || homedir(), userInfo().homedir])],
    shared: await npmShared(cwd, env),
    offline: flags.offline,
    tempRoot: flags['temp-root'] === undefined ? undefined : resolve(cwd, flags['temp-root']),
    keepTemp: flags['keep-temp'],
    fast: flags.fast,
    only: flags.only,
    signal,
    onRecord: emit,
  };
}

function apart(flag: string, needs_package: boolean) {
  return fail('clean_host_flags_apart', { operation: 'contract', target: flag, needs_package });
}
