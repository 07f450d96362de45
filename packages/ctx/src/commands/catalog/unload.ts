import * as t from 'typebox';
import { type Installed, installedIn } from '../../catalog/installed.js';
import { installedByCtx } from '../../catalog/installing/uninstall.js';
import { kinds } from '../../catalog/kinds.js';
import { lastSessions } from '../../catalog/unload/last-sessions.js';
import { keepMeasured, measuredServers } from '../../catalog/unload/measured-servers.js';
import { type Judged, judgeInstalled } from '../../catalog/unload/unused.js';
import { clawable, type Services } from '../../cli/command.js';
import { flag, type Input } from '../../cli/inputs.js';
import { columns, counted, neutral, styled } from '../../cli/terminal.js';
import { isWithin } from '../../disk/within.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { trustGate } from '../trust-gate.js';

const count = t.Union([t.Integer(), t.Null()]);

/** Unused, as far as anything is known, and not counted by anybody yet. */
function isUnknown({ item, isUsed, sessions, cost }: Judged): boolean {
  return item.kind === 'mcp' && !isUsed && sessions > 0 && cost.basis === 'unknown';
}

/** What kept servers from being counted. What starts servers is loaded only where it is wanted. */
async function measured(
  servers: readonly Judged[],
  root: string,
  input: Pick<Input, 'flags'>,
  services: Services,
): Promise<readonly string[]> {
  if (servers.length === 0) return [];
  const { measureServers } = await import('../../catalog/unload/measure-servers.js');
  const items = servers.map(({ item }) => item);
  const asked = await measureServers(items, root, trustGate(input, services), services);
  keepMeasured(asked.measured, services.env);
  return asked.notes;
}

export default clawable({
  name: 'catalog unload',
  group: 'catalog',
  summary: 'List installed skills, agents and MCP servers that nobody uses',
  description:
    'Compares what hosts have installed, in this project and in your home, with the last sessions of every agent, captured or imported: tool calls, prompts and files that were read. The project’s items are compared with the project’s sessions, yours with those of all your projects. Shows how many context tokens each item takes from every session: counted from its files, or for an MCP server as measured by a run of ctx, else unknown. --measure starts the MCP servers that are unknown and that you trust, asks each for its tools, and keeps the result until their settings change. Removes nothing.',
  examples: [
    { line: 'ctx catalog unload', says: 'not used in the last 20 sessions' },
    { line: 'ctx catalog unload --measure', says: 'ask MCP servers what they take' },
    { line: 'ctx catalog unload --sessions 100 --json', says: 'of the last 100, for a program' },
  ],
  arguments: {},
  flags: {
    sessions: flag.integerOr(20, 'how many of the last sessions to look at', { min: 1, max: 10_000 }),
    measure: flag.switch('start MCP servers whose tokens are not known, and count'),
    trust: flag.switch('with --measure, trust for this call only the files that name the servers; for CI'),
  },
  returns: t.Object(
    {
      /** How many sessions there were to look at: of this project, and of all. */
      project_sessions: t.Integer(),
      sessions: t.Integer(),
      agents: t.Array(t.String()),
      unused: t.Array(
        t.Object(
          {
            kind: t.Enum(kinds),
            name: t.String(),
            where: t.String(),
            sessions: t.Integer(),
            context_tokens: t.Object(
              { always: count, used: count, basis: t.Enum(['measured', 'at_most', 'unknown']) },
              closed,
            ),
            /** The entry that ctx installed it from. */
            id: t.Optional(t.String()),
          },
          closed,
        ),
      ),
      /** Of all that is unused and known. */
      context_tokens: t.Integer(),
      used: t.Integer(),
      notes: t.Array(t.String()),
    },
    closed,
  ),
  async run(input, services) {
    const { flags } = input;
    const { env } = services;
    const root = projectRoot(services);
    const { installed, unread } = installedIn(root, env);
    const last = lastSessions(services, flags.sessions);
    const isOfProject = ({ where }: Installed) => isWithin(root, where);
    const judge = () =>
      judgeInstalled(
        installed,
        (item) => (isOfProject(item) ? last.ofProject : last.ofAll),
        measuredServers(env),
      );
    const asked = flags.measure ? await measured(judge().filter(isUnknown), root, input, services) : [];
    const judged = judge();
    const byCtx = installedByCtx(env, root);
    // Without a session nothing is known of anything.
    const unused = judged.filter(({ isUsed, sessions }) => !isUsed && sessions > 0);
    return {
      project_sessions: last.ofProject.length,
      sessions: last.ofAll.length,
      agents: [...new Set(last.ofAll.flatMap(({ agents }) => agents))].sort(),
      unused: unused.map(({ item, cost, sessions }) => {
        const id = byCtx.find(({ record, server }) =>
          record.type === 'folder'
            ? isWithin(record.folder, item.where)
            : record.file === item.where && server?.name === item.name,
        )?.id;
        const { kind, name, where } = item;
        return {
          kind,
          name,
          where,
          sessions,
          context_tokens: { ...cost },
          ...(id === undefined ? {} : { id }),
        };
      }),
      context_tokens: unused.reduce((sum, { cost }) => sum + (cost.always ?? 0), 0),
      used: judged.filter(({ isUsed }) => isUsed).length,
      notes: [
        ...unread.map(
          ({ file, problem }) => `${file} could not be read (${problem}); what it installs is not listed`,
        ),
        ...asked,
        ...(last.unreadable === 0 ? [] : [`${counted(last.unreadable, 'session')} could not be read`]),
      ],
    };
  },
  render({ sessions, project_sessions, unused, used, context_tokens }, terminal) {
    if (sessions === 0)
      return 'No sessions to look at, so nothing is known of what is used.\nCapture them with `ctx init --hooks`, or import some: `ctx import claude-code`.';
    const looked = `${counted(project_sessions, 'session')} of this project, ${counted(sessions, 'session')} of all`;
    if (unused.length === 0) return `Everything that is installed was used (${looked}).`;
    const rows = unused.map(({ kind, name, where, context_tokens: { always }, id }) => [
      styled(terminal, 'cyan', neutral(name)),
      kind === 'mcp' ? 'MCP server' : kind,
      always === null ? 'tokens not known' : `≈ ${counted(always, 'token')}`,
      styled(terminal, 'dim', id === undefined ? neutral(where) : `ctx catalog uninstall ${id}`),
    ]);
    const all = `Not used in the last sessions (${looked}):`;
    const saved =
      context_tokens === 0
        ? ''
        : `Together they take ≈ ${counted(context_tokens, 'token')} of every session’s context.\n`;
    return `${styled(terminal, 'bold', all)}\n${columns(rows, '  ')}${saved}${used === 0 ? '' : `${used} used.\n`}`;
  },
  warnings: ({ notes }) => notes,
});
