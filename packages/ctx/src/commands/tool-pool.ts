import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { columns, neutral, styled } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';
import { type Offer, withListedOffer } from '../runs/offered-tools.js';
import { toolFlags, wantedServers } from './tool-flags.js';
import { withTrust } from './trust-gate.js';

export default clawable({
  name: 'tool-pool',
  group: 'tools',
  summary: 'List the tools that a model would get, and why the others are missing',
  description:
    'Lists the tools that the policy leaves: the model sees these and can call no other. Deny always wins; with any allow rule, the rest is denied. A rule with a pattern (bash(git *)) keeps the tool in the list and decides call by call.',
  examples: [
    { line: 'ctx tool-pool', says: 'every tool' },
    {
      line: 'ctx tool-pool --deny-tool bash --deny-tool "mcp__*"',
      says: 'without the shell and any MCP server',
    },
    { line: 'ctx tool-pool --allow-tool read --allow-tool "bash(git *)"', says: 'only reading, and git' },
  ],
  arguments: {},
  flags: toolFlags,
  returns: t.Object(
    {
      simple_mode: t.Boolean(),
      /** Whether MCP servers were asked for their tools; `servers` says how each answered. */
      include_mcp: t.Boolean(),
      tool_count: t.Integer(),
      tools: t.Array(
        t.Object(
          {
            name: t.String(),
            source_hint: t.String(),
            responsibility: t.String(),
            read_only: t.Boolean(),
            schema_digest: t.String(),
          },
          closed,
        ),
      ),
      out: t.Array(t.Object({ name: t.String(), rule: t.String(), reason: t.String() }, closed)),
      /** What telling a model of these tools costs, estimated. */
      tokens: t.Integer(),
      servers: t.Array(
        t.Object(
          {
            server: t.String(),
            state: t.Enum(['ready', 'failed', 'untrusted']),
            tools: t.Integer(),
            reason: t.Optional(t.String()),
          },
          closed,
        ),
      ),
      warnings: t.Array(t.String()),
    },
    closed,
  ),
  run: ({ flags }, services) =>
    withListedOffer(wantedServers(flags, services), withTrust({ flags }, services), async (offer) => {
      const simple_mode = flags['simple-mode'];
      return { simple_mode, include_mcp: !flags['no-mcp'] && !simple_mode, ...answerOf(offer) };
    }),
  render({ tools, out, tokens, servers }, terminal) {
    const left = columns(
      tools.map(({ name, source_hint, responsibility }) =>
        [name, source_hint, firstLine(responsibility)].map(neutral),
      ),
    );
    const counted = `${tools.length} tools, about ${tokens} tokens to tell a model of them\n`;
    const started = servers.map(({ server, state, tools: some, reason }) =>
      [server, state, reason ?? `${some} tools`].map(neutral),
    );
    const parts = [
      `${left}\n${counted}`,
      section('Servers', started),
      section(
        'Out',
        out.map(({ name, reason }) => [name, reason].map(neutral)),
      ),
    ];
    return parts.filter((part) => part !== '').join('\n');

    function section(title: string, rows: string[][]): string {
      return rows.length === 0 ? '' : `${styled(terminal, 'bold', title)}\n${columns(rows, '  ')}`;
    }
  },
  warnings: (data) => data.warnings,
});

function answerOf(offer: Offer) {
  const digests = new Map(offer.pool.entries.map(({ name, schema_digest }) => [name, schema_digest]));
  const left = offer.tools.flatMap(({ name, source, description, readOnly }) => {
    const schema_digest = digests.get(name);
    return schema_digest === undefined
      ? []
      : [{ name, source_hint: source, responsibility: description, read_only: readOnly, schema_digest }];
  });
  return {
    tool_count: left.length,
    tools: left,
    out: offer.out.map(({ name, rule, reason }) => ({ name, rule, reason })),
    tokens: offer.pool.tokens,
    servers: offer.servers.map((server) => ({ ...server })),
    warnings: [...offer.warnings],
  };
}

/** A server may describe a tool in pages. */
function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}
