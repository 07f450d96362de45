// Who is asked about a run's calls: what the flags name, or the person at the terminal.

import { allowedRules } from '../approve/allowed-rules.js';
import { approverOf } from '../approve/approver.js';
import type { Desk } from '../approve/at-terminal.js';
import type { ApprovalProgram } from '../approve/by-program.js';
import type { PageQuestion } from '../approve/in-page.js';
import type { Approver, AskedCall } from '../approve/question.js';
import { callText } from '../approve/shown-call.js';
import type { Services } from '../cli/command.js';
import { freshLine, hasPerson } from '../cli/fresh-line.js';
import type { Input } from '../cli/inputs.js';
import type { Plan } from '../config/plan.js';
import { userName } from '../machine/user-name.js';
import { canAskPages, type Pages, pagesOf, usualPatienceMs } from '../pages/page-link.js';
import { projectRoot } from '../project/root.js';
import {
  aboutRun,
  approvalProgram,
  type NamedProgram,
  namedBy,
  type ProgramPlace,
  plansProgram,
} from '../runs/approval-program.js';
import type { AskedRun, RunServices } from '../runs/run-services.js';
import type { TrustGate } from '../trust/require-trust.js';
import type { AskFlags } from './session-flags.js';
import { withTrust } from './trust-gate.js';

export interface Asking {
  /** Whether anybody could answer: what the defaults follow from. */
  readonly canAsk: boolean;
  /** For the runs of a plan; a program that a config names is trusted by then. */
  approvals(
    plan?: Pick<Plan, 'approve' | 'root'>,
  ): Promise<Required<Pick<RunServices, 'approverFor' | 'askable' | 'pages'>>>;
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
      const { approve, 'approve-timeout': seconds } = flags;
      // A flag is a person's own word; what a config names has to be trusted.
      const program =
        approve === undefined ? await plansProgram(plan, seconds, services) : namedBy(approve, seconds);
      const place = { root: projectRoot(services), env: services.env };
      const meeting = { env: services.env, workspaces: [place.root] };
      // Where nobody else can be asked, a page is, if one is there when the run begins.
      const inPage = isThere || program !== undefined ? isThere : await canAskPages(meeting);
      const patienceMs = isThere ? undefined : seconds === undefined ? usualPatienceMs : seconds * 1000;
      const pages = pagesOf({ ...meeting, patienceMs, interrupt: () => process.kill(process.pid, 'SIGINT') });
      return {
        approverFor: (run) =>
          approverIn(run, services, { flags, config, isThere, program, pages: inPage ? pages : undefined }),
        askable: (rule) => isThere || inPage || program !== undefined || allowedRules(place).has(rule),
        pages,
      };
    },
  };
}

/** The services of a command whose runs may ask. */
export async function withApprovals(
  flags: AskFlags & Input['flags'],
  services: Services,
): Promise<RunServices> {
  const trusting = withTrust({ flags }, services);
  const asking = await askingFrom(flags, trusting);
  return { ...trusting, ...(await asking.approvals()) };
}

interface Circumstances {
  readonly flags: AskFlags;
  readonly config: string | undefined;
  readonly isThere: boolean;
  readonly program: NamedProgram | undefined;
  /** Where questions are also shown. */
  readonly pages: Pages | undefined;
}

function approverIn(run: AskedRun, services: Services, circumstances: Circumstances): Approver {
  const { env, clock, emit } = services;
  const { isThere, program, pages } = circumstances;
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
    program: program && approvalProgram(program, { root, env }, aboutRun(run)),
    terminal: isThere ? { desk, explain: (call) => explained(call, run, circumstances) } : undefined,
    page:
      pages &&
      questionsIn(pages, run, isThere ? 'terminal' : 'none', (call) => explained(call, run, circumstances)),
  });
}

/** The questions of a run, as a page shows them. */
export function questionsIn(
  pages: Pages,
  { session_id, run_id }: AskedRun,
  also: 'terminal' | 'editor' | 'none',
  explain: (call: AskedCall) => readonly string[],
): Pick<PageQuestion, 'ask'> {
  return {
    async ask(call, signal) {
      const link = pages.of(session_id);
      if (link === undefined) return { unanswered: 'no page could be asked' };
      const { call_id, tool, rule } = call;
      return link.ask(
        { run_id, call_id, tool, rule, text: callText(call), explained: explain(call), also },
        signal,
      );
    },
  };
}

/** The program that the flags name, for a run that it is asked about. */
export function programOfFlags(
  flags: AskFlags,
  run: AskedRun,
  place: ProgramPlace,
): ApprovalProgram | undefined {
  return programOfCall(flags, place, aboutRun(run));
}

/** The same for a call elsewhere, of which only that is known. */
export function programOfCall(
  { approve, 'approve-timeout': seconds }: AskFlags,
  place: ProgramPlace,
  about: Readonly<Record<string, string>>,
): ApprovalProgram | undefined {
  return approve === undefined ? undefined : approvalProgram(namedBy(approve, seconds), place, about);
}

function explained(
  { tool, rule }: AskedCall,
  { settings, workspace, sandbox }: AskedRun,
  { flags, config }: Pick<Circumstances, 'flags' | 'config'>,
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
