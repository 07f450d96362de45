// One run of a plan, done by another agent: started, conducted, ended with all that it started.

import { rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { RunOutcome } from '../agent/conduct-run.js';
import type { ServerConfig } from '../agent/mcp/server-config.js';
import type { Gate, Keeper, LiveEvent, ShownEvent, WatchedWorkspace } from '../agent/ports.js';
import type { State } from '../agent/state.js';
import { credentialFreeEnv } from '../agent/tools/credential-free-env.js';
import type { Approver } from '../approve/question.js';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import { withWholeLetters } from '../policy/split-letters.js';
import type { Fence, PlannedRun } from '../protocol/records.js';
import { deskInside } from '../sandbox/bwrap/arguments.js';
import { type AnswerRequest, type RequestServer, serveRequests } from '../sandbox/requests/server.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { namesCredential } from '../session/credential-names.js';
import type { Log } from '../session/log.js';
import { type Clock, systemAlarm } from '../time/clock.js';
import type { Desk, DrivenAgent } from './agent-port.js';
import { conductDriven } from './conduct-driven.js';
import type { DrivenContext } from './driven-context.js';
import { hookAnswers, hookCommand, reachesHook } from './host-hook.js';
import { type HostProcess, startHost } from './host-process.js';
import { linkReader } from './leads-to.js';
import { watchSettings } from './obeyed-settings.js';
import { ownSandboxWorks } from './own-sandbox.js';
import type { PreparedAgent } from './prepare-agents.js';
import { spareCompiling } from './spare-compiling.js';
import { StartFailure } from './start-failure.js';
import { enforcementOf } from './who-decides.js';

export interface DrivenRun {
  readonly planned: PlannedRun;
  /** It goes on with what the agent did before: in its own session, where it can take that up again. */
  readonly goesOn?: { readonly earlier: string | undefined };
  readonly agent: PreparedAgent;
  /** Where it works. */
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly state: State;
  readonly log: Log;
  readonly clock: Clock;
  readonly cancel: AbortSignal;
  readonly gate?: Gate | undefined;
  readonly approver: Approver | undefined;
  readonly emit: (event: LiveEvent) => void;
  readonly show: ((event: ShownEvent) => void) | undefined;
  readonly surroundings: WatchedWorkspace | undefined;
  readonly keeper: Keeper | undefined;
  readonly sandbox: Sandbox | undefined;
  /** The connections that the sandbox refused since this was asked last. */
  readonly refused: DrivenContext['refused'];
  readonly fence: Fence;
  /** The MCP servers that it is to have. */
  readonly servers: readonly ServerConfig[];
  readonly ctxVersion: string;
  /** When the agent is gone: `folder` is one of the run's own, `env` what the agent had. */
  after(folder: string, env: Readonly<Record<string, string>>): Promise<void>;
  readonly note: (code: string, records: readonly number[], says: string) => void;
}

/** An agent that has not begun by then never will. */
const longestStart = 120_000;

export async function driveRun(run: DrivenRun): Promise<RunOutcome> {
  spareCompiling();
  // What the host shall see lies in its sandbox's own folder for such files.
  const folder = makeTemporaryFolder('drive', run.sandbox?.plan.folders.tmp);
  let host: HostProcess | undefined;
  let desk: Desk | undefined;
  const fence = secondFence(run, folder, () => desk);
  const changed = watchSettings(run.env['HOME'] ?? homedir(), run.agent.host.obeys);
  try {
    const begun = await started(run, folder, fence);
    host = begun.host;
    const plain = await connected(run, begun, fence);
    if (run.goesOn !== undefined && plain.agent.resumed !== true) tellNewcomer(run);
    const isHooked = fence !== undefined && plain.ignoresHook !== true;
    const strict = run.planned.settings.strict === true;
    const agent: DrivenAgent = {
      ...plain,
      isTold: run.agent.host.hook?.isTold,
      enforcement: enforcementOf({ ...run.agent.host, enforcement: plain.enforcement }, { isHooked, strict }),
      prompt(text, at) {
        desk = at;
        return plain.prompt(text, at);
      },
    };
    const outcome = await conductDriven({ ...run, agent, leadsTo: linkReader(run.workspace) });
    await host.end();
    tellChanged(run, changed());
    if (agent.agent.session_id !== undefined) await run.after(folder, begun.env);
    return outcome;
  } finally {
    await host?.end();
    await fence?.server?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function tellNewcomer({ agent: { host }, note }: DrivenRun): void {
  const says = `${host.name} began a new conversation: it knows of the earlier one what the task and the files say`;
  note('conversation_new', [], says);
}

/** Its sandbox ends with the run; what it left in its settings does not. */
function tellChanged({ agent: { host }, note }: DrivenRun, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const shown = paths.slice(0, 20).map((path) => `~/${path}`);
  note('settings_changed', [], `${host.name} obeys what changed during the run: ${shown.join(', ')}`);
}

/** Our hook for this run, where the host has one and it can ask. */
function secondFence(
  { agent: { host }, sandbox, servers }: DrivenRun,
  folder: string,
  desk: () => Desk | undefined,
): SecondFence | undefined {
  const { hook } = host;
  if (hook === undefined || !reachesHook({ sandbox: sandbox === undefined ? 'off' : plainRules(sandbox) }))
    return undefined;
  const socket = sandbox === undefined ? join(folder, 'hook.sock') : deskInside;
  const shownFolder = shownTo(sandbox, folder);
  const requests = hookAnswers(hook, servers, desk);
  return {
    command: hookCommand(hook, { folder, shownFolder, socket }),
    requests,
    server: sandbox === undefined ? serveRequests(socket, requests) : undefined,
  };
}

interface SecondFence {
  /** The words that start the hook. */
  readonly command: string;
  readonly requests: AnswerRequest;
  /** Of a run without a sandbox, which serves it itself. */
  readonly server: RequestServer | undefined;
}

function plainRules({ rules: { network, unix_sockets } }: Sandbox) {
  return {
    network: typeof network === 'string' ? network : [...network],
    ...(unix_sockets !== undefined && { unix_sockets }),
  };
}

function shownTo(sandbox: Sandbox | undefined, folder: string): string {
  return sandbox === undefined ? folder : join('/tmp', basename(folder));
}

async function started(
  { agent: { host: drivable, program }, workspace, env, sandbox, planned, servers, clock }: DrivenRun,
  folder: string,
  fence: SecondFence | undefined,
) {
  const home = env['HOME'] ?? homedir();
  const model = modelFor(planned.settings.model, drivable.name);
  const named = new Set(drivable.namedVariables?.({ home, env }) ?? []);
  const own = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && (drivable.variables.test(name) || named.has(name)) ? [[name, value]] : [],
    ),
  );
  const hidden = Object.keys(own).filter((name) => named.has(name) || namesCredential(name));
  const handed = servers.map((server) => ({ ...server, hidden }));
  const start = drivable.start({
    cwd: workspace,
    home,
    env,
    folder,
    shownFolder: shownTo(sandbox, folder),
    hook: fence?.command,
    model,
    servers: handed,
  });
  const given = { ...withWholeLetters(credentialFreeEnv(env)), PWD: workspace, ...own, ...start.env };
  const words = drivable.ownSandbox && [...program, ...drivable.ownSandbox];
  const nests = await ownSandboxWorks({ sandbox, words, env: given, cwd: workspace, alarm: clock.alarm });
  const host = startHost({
    argv: [...program, ...start.argv],
    cwd: workspace,
    env: given,
    sandbox,
    ownLoopback: drivable.ownLoopback,
    requests: fence?.requests,
  });
  return { host, env: given, session: start.session, servers: handed, nests };
}

/** Hosts know their models without their provider, but for the one that has many. */
function modelFor(model: string, host: string): string | undefined {
  if (model === 'unknown') return undefined;
  return host === 'opencode' ? model : model.slice(model.lastIndexOf('/') + 1);
}

async function connected(
  run: DrivenRun,
  { host, session, servers, nests }: Awaited<ReturnType<typeof started>>,
  fence: SecondFence | undefined,
): Promise<DrivenAgent> {
  const { agent, workspace, ctxVersion, cancel, planned, clock } = run;
  const model = modelFor(planned.settings.model, agent.host.name);
  const signal = AbortSignal.any([cancel, AbortSignal.timeout(longestStart)]);
  try {
    const { version } = agent;
    const alarm = clock.alarm ?? systemAlarm;
    const note = (code: string, says: string) => run.note(code, [], says);
    const strict = planned.settings.strict === true;
    const fenced = { hook: fence?.command, strict, nests };
    const earlier = run.goesOn?.earlier;
    const place = { host, cwd: workspace, ctxVersion, session, earlier, servers, note, ...fenced };
    return await agent.host.connect({ ...place, model, version, signal, alarm });
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    return neverBegun(run, error);
  }
}

/** The run is told all the same: its first turn fails. */
function neverBegun(
  { agent: { host }, workspace }: DrivenRun,
  { message, status }: StartFailure,
): DrivenAgent {
  return {
    agent: { name: host.name, protocol: host.protocol, folder: workspace },
    enforcement: host.enforcement,
    tellsAnswers: true,
    prompt: async () => ({
      how: 'failed',
      message: `${host.name} did not begin: ${message}`,
      ...(status === undefined ? { isAgents: true } : { status }),
    }),
    cancel: () => {},
    end: async () => {},
  };
}
