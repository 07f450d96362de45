// A program that answers for a person: named by a flag or by a config, started without credentials.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { credentialFreeEnv } from '../agent/tools/credential-free-env.js';
import type { ApprovalProgram } from '../approve/by-program.js';
import type { Plan } from '../config/plan.js';
import { digestOf } from '../disk/digest.js';
import { readBytes } from '../disk/read.js';
import type { Environment } from '../disk/user-folder.js';
import { isBelow } from '../disk/within.js';
import { userName } from '../machine/user-name.js';
import { itemOf } from '../trust/item.js';
import type { TrustGate } from '../trust/require-trust.js';
import type { AskedRun } from './run-services.js';

export interface NamedProgram {
  readonly command: string;
  readonly seconds: number;
}

export interface ProgramPlace {
  readonly root: string;
  readonly env: Environment;
}

const usualSeconds = 60;

export function namedBy(command: string, seconds = usualSeconds): NamedProgram {
  return { command, seconds };
}

/** The one that the plan's config names, once it is trusted. */
export async function plansProgram(
  plan: Pick<Plan, 'approve' | 'root'> | undefined,
  wanted: number | undefined,
  { env, trust }: { readonly env: Environment; readonly trust: TrustGate },
): Promise<NamedProgram | undefined> {
  if (plan?.approve === undefined) return undefined;
  const { command, timeout_seconds: seconds, file } = plan.approve;
  const { requireTrust } = await import('../trust/require-trust.js');
  const item = itemOf('approval-program', `${file}#approve`, withPrograms(command, plan.root), [command]);
  await requireTrust([item], { root: plan.root, env }, trust);
  return namedBy(command, wanted ?? seconds);
}

/** The line, with the digests of the project's files that it names: another program under the same name asks again. */
function withPrograms(command: string, root: string): string {
  const words = command.split(/\s+/).map((word) => word.replaceAll(/^["']|["']$/g, ''));
  const inside = words.filter((word) => word !== '' && isInside(root, word));
  return [command, ...inside.map((word) => digestOf(readBytes(resolve(root, word))))].join('\n');
}

function isInside(root: string, word: string): boolean {
  const path = resolve(root, word);
  return isBelow(root, path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** `about`: what it is told besides the call. */
export function approvalProgram(
  { command, seconds }: NamedProgram,
  { root, env }: ProgramPlace,
  about: Readonly<Record<string, string>>,
): ApprovalProgram {
  return {
    command,
    timeoutMs: seconds * 1000,
    cwd: root,
    env: credentialFreeEnv(env),
    user: userName(env),
    about,
  };
}

export function aboutRun({ session_id, run_id, settings, workspace }: AskedRun): Record<string, string> {
  return { session_id, run_id, model: settings.model, workspace };
}
