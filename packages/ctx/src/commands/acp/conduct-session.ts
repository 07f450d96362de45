// From a prompt to the session that it begins, or goes on with.

import { markVariable } from '../../agent/tools/leftover-processes.js';
import { allowedRules } from '../../approve/allowed-rules.js';
import { approverOf } from '../../approve/approver.js';
import type { Services } from '../../cli/command.js';
import { failureInWords } from '../../cli/failure-in-words.js';
import { type Plan, planFrom } from '../../config/plan.js';
import { isThere } from '../../disk/is-there.js';
import type { Conducting, Prompted } from '../../editor/editor-session.js';
import { wantedServers } from '../../editor/wanted-servers.js';
import { userName } from '../../machine/user-name.js';
import { pagesOf } from '../../pages/page-link.js';
import { Failure } from '../../protocol/failure.js';
import type { RunSettings } from '../../protocol/records.js';
import type { Conducted } from '../../runs/conducted.js';
import { resumeSession } from '../../runs/resume-session.js';
import type { RunServices } from '../../runs/run-services.js';
import { startSession } from '../../runs/start-session.js';
import type { TrustGate } from '../../trust/require-trust.js';
import { programOfFlags, questionsIn } from '../approver.js';
import { otherwiseFrom, ownUrls } from '../default-model.js';
import { limitsFromFlags, overridesFrom, wholePolicyFrom } from '../session-flags.js';
import { trustGate, withTrust } from '../trust-gate.js';
import { narrowedLimits, picksScript, type Terms } from './client-terms.js';

export interface SessionTerms extends Terms {
  /** The client is on another machine: its yes never gives less of a sandbox than the server's own flags do. */
  readonly isRemote: boolean;
  readonly note: (text: string) => void;
}

type PromptOnTerms = Prompted & SessionTerms;

export async function conductFor(
  task: string,
  prompted: PromptOnTerms,
  { hear, talk, signal }: Conducting,
  outside: Services,
): Promise<Conducted> {
  const services = {
    ...outside,
    cwd: prompted.cwd,
    signal: AbortSignal.any([outside.signal, signal]),
    emit: hear,
    show: hear,
  };
  const { id, choices, flags } = prompted;
  const approving = approvingFor(prompted, services);
  const plan = await planOf(task, prompted, { ...services, trust: approving.trust });
  const mcp = await wantedServers(plan, prompted.note, approving);
  const runServices = { ...approving, talk };
  if (!choices.hasLog) {
    const runs = plan.runs.map((run) => ({ ...run, settings: withServers(run.settings, mcp) }));
    return orWithoutSandbox({ ...plan, runs }, prompted, (wanted) =>
      startSession(wanted, { sessionId: id }, runServices),
    );
  }
  const [{ settings: planned } = { settings: undefined }] = plan.runs;
  return resumeSession(
    {
      session: id,
      task,
      chosen: (settings) =>
        chosenSettings(
          settings,
          choices.isModeChosen ? planned?.policy : undefined,
          choices.effort === 'default',
          mcp,
        ),
      model: choices.model,
      effort: choices.effort === 'default' ? undefined : choices.effort,
      // What the session had may be wider than what this process was started with.
      policy: wholePolicyFrom(flags),
      limits: narrowedLimits(limitsFromFlags(flags), prompted.settings?.budget),
      sandbox: flags.sandbox === true || isConfined(prompted),
      findOwnUrls: () => ownUrls(services),
      trustLog: false,
      withMcp: true,
    },
    runServices,
  );
}

/** A session without a sandbox that was begun elsewhere, or a script that the client chose, gets one here. */
function isConfined({ isRemote, flags, choices, settings }: PromptOnTerms): boolean {
  if (!isRemote || flags['no-sandbox'] === true) return false;
  return settings?.sandbox === 'off' || picksScript(choices.model, flags);
}

async function planOf(
  task: string,
  prompted: PromptOnTerms,
  services: Services & { readonly trust: TrustGate },
) {
  const { flags, asks, choices, handed, root, settings } = prompted;
  const { mode, model = settings?.model, effort } = choices;
  const { cwd, env } = services;
  const given = overridesFrom({
    ...flags,
    ...(model !== undefined && { model }),
    ...(isConfined(prompted) && { sandbox: true }),
  });
  const named = given.mcp ?? (isThere(`${root}/.mcp.json`) ? [`${root}/.mcp.json`] : []);
  const files = typeof named === 'string' ? [named] : named;
  const overrides = {
    ...given,
    ...(effort !== undefined && effort !== 'default' && { effort }),
    ...(await otherwiseFrom({ model: given.model }, services)),
    policy: { ...given.policy, ...(mode !== 'ask' && { profile: mode }) },
    mcp: [...files, ...handed.map((file) => `${root}/${file}`)],
    asks,
  };
  return planFrom({ runs: [{ run_id: 'r1', task }] }, cwd, cwd, env, overrides);
}

function chosenSettings(
  settings: RunSettings,
  policy: RunSettings['policy'] | undefined,
  withoutEffort: boolean,
  mcp: readonly string[],
): RunSettings {
  const { effort, ...others } = withServers(settings, mcp);
  return {
    ...others,
    ...(effort !== undefined && !withoutEffort && { effort }),
    ...(policy !== undefined && { policy }),
  };
}

function withServers(settings: RunSettings, mcp: readonly string[]): RunSettings {
  const { mcp: _, ...others } = settings;
  return mcp.length === 0 ? others : { ...others, mcp: [...mcp] };
}

function approvingFor(
  { flags, asks, desk, root, question, cancel }: PromptOnTerms,
  services: Services,
): RunServices {
  const input = { flags };
  const { signing } = withTrust(input, services);
  const trust: TrustGate = {
    ...trustGate(input, services),
    byAgent: (services.env[markVariable] ?? '') !== '',
    ask: async (text) => {
      if (!asks) return 'nobody';
      return (await desk.agree(text, 'Trust it', 'Go on without it', question)) ? 'yes' : 'no';
    },
  };
  const pages = pagesOf({ env: services.env, workspaces: [root], interrupt: cancel });
  return {
    ...services,
    trust,
    signing,
    pages,
    askable: (rule) =>
      asks || flags.approve !== undefined || allowedRules({ root, env: services.env }).has(rule),
    approverFor: (run) =>
      approverOf({
        place: { root, env: services.env },
        user: userName(services.env),
        now: () => services.clock.now(),
        program: programOfFlags(flags, run, { root, env: services.env }),
        ...(asks && {
          editor: { choose: (call, signal) => desk.choose(call, run.workspace, signal) },
          page: questionsIn(pages, run, 'editor', () => [`folder   ${run.workspace}`]),
        }),
      }),
  };
}

/** Where no sandbox can be had, the person is asked once. */
async function orWithoutSandbox(
  plan: Plan,
  { asks, isRemote, desk, question }: PromptOnTerms,
  start: (plan: Plan) => Promise<Conducted>,
): Promise<Conducted> {
  try {
    return await start(plan);
  } catch (error) {
    const isAsked = asks && !isRemote && error instanceof Failure && error.code === 'sandbox_unavailable';
    if (!isAsked) throw error;
    const { message } = await failureInWords(error, 'ctx');
    const text = `Run the tools without a sandbox, this once?\n${message}`;
    if (!(await desk.agree(text, 'Run without a sandbox', 'Do not run', question))) throw error;
    const runs = plan.runs.map((run) => ({ ...run, settings: { ...run.settings, sandbox: 'off' as const } }));
    return start({ ...plan, runs });
  }
}
