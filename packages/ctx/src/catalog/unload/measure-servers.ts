// Asks MCP servers for their tools, to count what they take of a context. Nothing starts that a person does not trust, and
// what is started is what was trusted.

import { relative } from 'node:path';
import { readServerFile, type ServerFile } from '../../agent/mcp/server-file.js';
import { startServers } from '../../agent/mcp/start-servers.js';
import { entryOf } from '../../agent/tools/pool.js';
import { homeFolder } from '../../disk/home-folder.js';
import type { Environment } from '../../disk/user-folder.js';
import { isWithin } from '../../disk/within.js';
import { Failure } from '../../protocol/failure.js';
import { requireTrust, type TrustGate } from '../../trust/require-trust.js';
import type { Installed } from '../installed.js';
import { digestIn, type MeasuredServer } from './measured-servers.js';

interface Measures {
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly clock: { now(): number };
  readonly program: { readonly version: string };
}

export interface Measuring {
  readonly measured: readonly MeasuredServer[];
  readonly notes: readonly string[];
}

interface Settings {
  /** The folder whose trust they need: the project's, or the user's home. */
  readonly root: string;
  readonly file: string;
  readonly servers: readonly Installed[];
}

export async function measureServers(
  servers: readonly Installed[],
  project: string,
  gate: TrustGate,
  services: Measures,
): Promise<Measuring> {
  const notes: string[] = [];
  const trusted: { readonly settings: Settings; readonly file: ServerFile }[] = [];
  for (const settings of settingsOf(servers, project, services.env)) {
    const file = await trustedFile(settings, gate, services);
    if (typeof file === 'string') notes.push(`the MCP servers of ${settings.file} are not measured: ${file}`);
    else trusted.push({ settings, file });
  }
  const measured: MeasuredServer[] = [];
  for (const { settings, file } of trusted) {
    const asked = await ask(settings, file, services);
    measured.push(...asked.measured);
    notes.push(...asked.notes);
  }
  return { measured, notes };
}

function settingsOf(servers: readonly Installed[], project: string, env: Environment): Settings[] {
  const files = [...new Set(servers.map(({ where }) => where))];
  return files.map((where) => {
    const root = isWithin(project, where) ? project : homeFolder(env);
    return { root, file: relative(root, where), servers: servers.filter((item) => item.where === where) };
  });
}

/** Or why it is not read. What changed while a person looked at it is asked about again. */
async function trustedFile(
  { root, file }: Settings,
  gate: TrustGate,
  { env }: Measures,
): Promise<ServerFile | string> {
  for (;;) {
    const read = readable(root, file, env);
    if (typeof read === 'string') return read;
    if ((await requireTrust(read.items, { root, env }, gate)) === 'trusted') return read;
  }
}

/** Or why it cannot be: other hosts keep their servers in their own ways, and Claude Code's file grows. */
function readable(root: string, file: string, env: Measures['env']): ServerFile | string {
  try {
    return readServerFile(root, file, env);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'document_invalid') return 'only their host knows how they are started';
    const reason: unknown = Reflect.get(error.where, 'reason');
    if (error.code === 'file_unreadable' && typeof reason === 'string') return reason;
    throw error;
  }
}

async function ask(
  { root, servers: items }: Settings,
  file: ServerFile,
  { env, signal, program, clock }: Measures,
): Promise<Measuring> {
  const wanted = new Set(items.map(({ name }) => name));
  const place = { root, env, signal, version: program.version, isWanted: (name: string) => wanted.has(name) };
  const servers = await startServers([file], place);
  try {
    const at = new Date(clock.now()).toISOString();
    const measured = servers.states.flatMap(({ server, state }): MeasuredServer[] => {
      // Of what was trusted and started, whatever stands in the file by now.
      const digest = state === 'ready' ? digestIn(file.text, server) : undefined;
      if (digest === undefined) return [];
      const tools = servers.tools.filter((tool) => tool.server === server);
      const tokens = tools.reduce((sum, tool) => sum + (entryOf(tool).tokens ?? 0), 0);
      return [{ digest, tokens, tools: tools.length, at }];
    });
    return { measured, notes: servers.warnings };
  } finally {
    await servers.close();
  }
}
