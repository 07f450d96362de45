// Who is asked about a run's calls: what the flags name, or the person at the terminal.

import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { credentialFreeEnv } from '../agent/tools/credential-free-env.js';
import { allowedRules } from '../approve/allowed-rules.js';
import { approverOf } from '../approve/approver.js';
import type { Desk } from '../approve/at-terminal.js';
import type { ApprovalProgram } from '../approve/by-program.js';
import type { Approver, AskedCall } from '../approve/question.js';
import type { Services } from '../cli/command.js';
import { freshLine, hasPerson } from '../cli/fresh-line.js';
import type { Plan } from '../config/plan.js';
import { digestOf } from '../disk/digest.js';
import { readBytes } from '../disk/read.js';
import { isBelow } from '../disk/within.js';
import { projectRoot } from '../project/root.js';
import type { AskedRun, RunServices } from '../runs/run-services.js';
import { itemOf } from '../trust/item.js';
import type { TrustGate } from '../trust/require-trust.js';
import type { AskFlags } from './session-flags.js';

const defaultTimeout = 60;

export interface Asking {
  /** Whether anybody could answer: what the defaults follow from. */
  readonly canAsk: boolean;
  /** For the runs of a plan; a program that a config names is trusted by then. */
  approvals(
    plan?: Pick<Plan, 'approve' | 'root'>,
  ): Promise<Required<Pick<RunServices, 'approverFor' | 'askable'>>>;
}

export async function askingFrom(
  flags: AskFlags & Readonly<Record<string, unknown>>,
  services: Services & { readonly trust: TrustGate },
  config?: string,
): Promise<Asking> {
  const isThere = await hasPerson(flags);
  return {
    canAsk: isThere || flags.approve !== undefined,
    async approvals(plan) {
      const program = await programFrom(flags, plan, services);
      const place = { root: projectRoot(services), env: services.env };
      return {
        approverFor: (run) => approverIn(run, services, { flags, config, isThere, program }),
        askable: (rule) => isThere || program !== undefined || allowedRules(place).has(rule),
      };
    },
  };
}

interface NamedProgram {
  readonly command: string;
  readonly seconds: number;
}

/** A flag is a person's own word; what a config names has to be trusted. */
async function programFrom(
  { approve: command, 'approve-timeout': given }: AskFlags,
  plan: Pick<Plan, 'approve' | 'root'> | undefined,
  { env, trust }: Services & { readonly trust: TrustGate },
): Promise<NamedProgram | undefined> {
  if (command !== undefined) return { command, seconds: given ?? defaultTimeout };
  if (plan?.approve === undefined) return undefined;
  const { command: named, timeout_seconds: seconds = defaultTimeout, file } = plan.approve;
  const { requireTrust } = await import('../trust/require-trust.js');
  const item = itemOf('approval-program', `${file}#approve`, withPrograms(named, plan.root), [named]);
  await requireTrust([item], { root: plan.root, env }, trust);
  return { command: named, seconds: given ?? seconds };
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

interface Circumstances {
  readonly flags: AskFlags;
  readonly config: string | undefined;
  readonly isThere: boolean;
  readonly program: NamedProgram | undefined;
}

function approverIn(run: AskedRun, services: Services, circumstances: Circumstances): Approver {
  const { env, clock, emit } = services;
  const { isThere, program } = circumstances;
  const root = projectRoot(services);
  const desk: Desk = {
    width: Math.min(process.stderr.columns ?? 80, 110),
    show: (text) => emit({ note: 'approval', text }),
    line: freshLine,
  };
  return approverOf({
    place: { root, env },
    user: userName(env),
    now: () => clock.now(),
    program: program && askedProgram(program, run, { root, env }),
    terminal: isThere ? { desk, explain: (call) => explained(call, run, circumstances) } : undefined,
  });
}

/** The program that the flags name, for a run that it is asked about. */
export function programOfFlags(
  { approve, 'approve-timeout': seconds = defaultTimeout }: AskFlags,
  run: AskedRun,
  place: { readonly root: string; readonly env: Services['env'] },
): ApprovalProgram | undefined {
  return approve === undefined ? undefined : askedProgram({ command: approve, seconds }, run, place);
}

/** The same for a call elsewhere, of which only that is known. */
export function programOfCall(
  { approve, 'approve-timeout': seconds = defaultTimeout }: AskFlags,
  place: { readonly root: string; readonly env: Services['env'] },
  about: Readonly<Record<string, string>>,
): ApprovalProgram | undefined {
  return approve === undefined ? undefined : programAt({ command: approve, seconds }, place, about);
}

function askedProgram(
  named: NamedProgram,
  run: AskedRun,
  place: { readonly root: string; readonly env: Services['env'] },
): ApprovalProgram {
  return programAt(named, place, aboutOf(run));
}

function programAt(
  { command, seconds }: NamedProgram,
  { root, env }: { readonly root: string; readonly env: Services['env'] },
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

function aboutOf({ session_id, run_id, settings, workspace }: AskedRun): Record<string, string> {
  return { session_id, run_id, model: settings.model, workspace };
}

function explained(
  { tool, rule }: AskedCall,
  { settings, workspace, sandbox }: AskedRun,
  { flags, config }: Circumstances,
): string[] {
  return [
    `rule     ${rule}, from ${originOf(rule, settings.policy.default !== undefined, flags, config)}`,
    `folder   ${workspace}`,
    `reach    ${reachOf(tool, sandbox)}`,
    'a and p  allow every later call that this rule asks about;',
    '         ctx trust revoke takes p back',
  ];
}

function originOf(rule: string, isDefault: boolean, flags: AskFlags, config: string | undefined): string {
  if (flags['ask-tool']?.includes(rule)) return '--ask-tool';
  if (isDefault) return 'the default of ctx where somebody can be asked';
  return config === undefined ? 'the settings of this session' : `policy.ask in ${config}`;
}

function reachOf(tool: string, sandbox: AskedRun['sandbox']): string {
  if (tool === 'write' || tool === 'edit') return 'one file below the folder; protected paths stay closed';
  if (sandbox === undefined) return 'no sandbox: every file and address that you can reach yourself';
  const { network } = sandbox.rules;
  const out = typeof network === 'string' ? network : network.join(', ');
  return `in the sandbox (${sandbox.backend.name}): it can change files below the folder; network: ${out}`;
}

export function userName(env: Services['env']): string {
  try {
    return userInfo().username;
  } catch {
    // No entry for this user on the machine.
    return env['USER'] ?? 'unknown';
  }
}
