// The clean-host contract on a package of the test's, with a checkout and a home that nobody else uses.

import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { builtFolder, repository } from '../../ctx/test/built.js';
import { temporaryFolder } from '../../ctx/test/folder.js';
import { npmShared } from '../src/contract/clean-host/npm-shared.js';
import { type CtxContract, ctxConfigFile, runCtxContract } from '../src/contract/ctx/contract.js';
import { readContractConfig } from '../src/contract/package/read-config.js';
import { type PlacedPackage, type PlantedPackage, stepsOnPlaced } from './planted-package.js';

/** Stands for the checkout, so that somebody who edits the real one meanwhile is not taken for a fault. */
export const checkout = mkdtempSync(join(realpathSync(tmpdir()), 'ctx-checkout-'));
for (const name of ['node_modules', 'scripts']) symlinkSync(join(repository, name), join(checkout, name));
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** What ctx promises. */
export const { config } = readContractConfig(join(repository, ctxConfigFile), ctxConfigFile);

const shared = npmShared(repository, process.env);

/** The contract on a package that is given, with a home that nobody else uses. */
export async function contractOn(given: PlantedPackage | PlacedPackage, more: Partial<CtxContract> = {}) {
  const home = temporaryFolder({ '.claude/settings.json': '{}\n' });
  const tested = 'tarball' in given ? { given } : { steps: stepsOnPlaced(given, config, checkout) };
  return runCtxContract({
    config,
    checkout,
    ctxctl: join(builtFolder('ctxctl'), 'ctxctl.cjs'),
    outside: process.env,
    homes: [home],
    shared: await shared,
    ...tested,
    offline: true,
    tempRoot: temporaryFolder(),
    keepTemp: false,
    fast: true,
    signal: new AbortController().signal,
    onRecord: () => {},
    ...more,
  });
}

export async function failureOf(given: PlantedPackage | PlacedPackage, more: Partial<CtxContract> = {}) {
  const { steps } = await contractOn(given, more);
  const failed = steps.find(({ verdict }) => verdict === 'failed');
  return { step: failed?.name, problems: failed?.problems.join('\n') ?? '', triage: failed?.triage };
}
