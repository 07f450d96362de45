// `ctx acp -- COMMAND…`: another agent between an editor and its sealed log.

import { basename, resolve } from 'node:path';
import type { Carrier } from '../../acp/carrier.js';
import { streamCarrier } from '../../acp/stream-carrier.js';
import type { Services } from '../../cli/command.js';
import { contradiction } from '../../cli/contradiction.js';
import { exitCodeOfSignal } from '../../cli/exit-code-of-signal.js';
import { sideNotes } from '../../cli/side-notes.js';
import { stdioCarrier } from '../../cli/stdio-carrier.js';
import { isThere } from '../../disk/is-there.js';
import { readProjectText } from '../../disk/read.js';
import { userName } from '../../machine/user-name.js';
import { contextPath, shownPath } from '../../memory/context.js';
import { configName } from '../../memory/settings.js';
import type { parseSettings as ParseSettings } from '../../memory/settings-document.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import type { Policy } from '../../protocol/records.js';
import { startAgent } from '../../relay/agent-process.js';
import { AgentRelay } from '../../relay/agent-relay.js';
import { NotReading } from '../../relay/pipe-lines.js';
import { relayLines } from '../../relay/relay-lines.js';
import { foreignSessionsFolder } from '../../session/foreign-sessions.js';
import { redactorFor } from '../../session/redact.js';
import { untilAborted } from '../../time/interruptible-wait.js';
import { isGiven } from '../given-flags.js';
import { wholePolicyFrom } from '../session-flags.js';
import type { AcpFlags } from './acp-flags.js';
import { passedLimits } from './client-terms.js';

/** What says nothing to a relay: the agent has its own. */
const ownFlags = [
  'model',
  'base-url',
  'system',
  'no-context',
  'workspace',
  'structured-output',
  'seed',
  'effort',
  'sandbox',
  'no-sandbox',
  'mcp',
  'no-mcp',
  'trust',
  'approve',
  'approve-timeout',
  ...passedLimits,
] as const;

export async function recordAgent(
  command: readonly string[],
  flags: AcpFlags,
  services: Services,
  /** Who speaks to the agent; whoever is at our stdin and stdout, unless said. */
  given?: Carrier,
): Promise<{ readonly stdout: string; readonly exitCode: number }> {
  const [file = '', ...args] = command;
  refuseOwnFlags(flags);
  const guarding = await guardingOf(flags, services);
  const process = await startAgent(file, args, services);
  const client = given ?? stdioCarrier();
  const agent = streamCarrier(process.stdout, process.stdin);
  const place = { ...guarding, program: basename(file), note: sideNotes('ctx acp') };
  const relay = new AgentRelay({ client, agent }, place);
  try {
    const first = await Promise.race([
      relayLines({ client, agent }, relay),
      untilAborted(services.signal).then(() => 'signal' as const),
    ]);
    // What the agent still says when nobody speaks to it any more is heard.
    if (first === 'client') await process.end();
    const ended = first === 'signal' ? undefined : await process.gone;
    relay.end(first === 'agent' ? `the agent ended (${ended})` : undefined);
    await client.drained();
    return { stdout: '', exitCode: exitCodeOf(ended, services.signal) };
  } catch (error) {
    if (!(error instanceof NotReading)) throw error;
    throw fail('agent_not_reading', { operation: 'relay', target: file, cause: error });
  } finally {
    relay.end(undefined);
    await process.end();
  }
}

/** The agent's own, unless somebody ended us. */
function exitCodeOf(ended: number | NodeJS.Signals | undefined, signal: AbortSignal): number {
  if (signal.aborted) return exitCodeOfSignal(signal);
  return typeof ended === 'number' ? ended : 1;
}

function refuseOwnFlags(flags: AcpFlags): void {
  const given = ownFlags.find((name) => isGiven(flags[name]));
  if (given !== undefined) throw contradiction(`--${given}`, '-- COMMAND');
}

async function guardingOf(flags: AcpFlags, { env, cwd, clock }: Services) {
  const policy = wholePolicyFrom(flags);
  const { parseSettings } = await import('../../memory/settings-document.js');
  const folderFor = (folder: string) => {
    const found = foreignSessionsFolder(projectRoot({ cwd: resolve(cwd, folder), env }), env);
    if (found === undefined) throw fail('state_folder_missing', { operation: 'record', target: folder });
    return found;
  };
  folderFor(cwd);
  return {
    folderFor,
    policyFor: (folder: string): Policy => {
      const rules = projectRules(projectRoot({ cwd: resolve(cwd, folder), env }), parseSettings);
      return { ...policy, on_deny: 'tell', deny: [...new Set([...policy.deny, ...rules])] };
    },
    writer: { clock, redactor: redactorFor(env) },
    user: userName(env),
  };
}

/** What the project denies to every agent; a project's rules only take away, so they need no trust. */
function projectRules(root: string, parseSettings: typeof ParseSettings): string[] {
  const context = { root };
  const path = contextPath(context, configName);
  if (!isThere(path)) return [];
  const { hooks } = parseSettings(readProjectText(root, path), shownPath(context, path));
  return hooks.deny.map(({ rule }) => rule);
}
