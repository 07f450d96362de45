import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { columns, neutral, styled } from '../cli/terminal.js';
import { offerTools, toolFlags } from './tool-flags.js';

const closed = { additionalProperties: false };

export default clawable({
  name: 'tool-pool',
  group: 'tools',
  summary: 'Show the tools that a model would get, and why each other one is out',
  description:
    'What the policy leaves of all tools that there are here: a model is told of these and may call no other. Deny always wins; with any allow rule, the rest is denied. A rule with a pattern (bash(git *)) leaves the tool in the pool and decides call by call.',
  examples: [
    { line: 'ctx tool-pool', says: 'everything that there is' },
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
      tools: t.Array(
        t.Object(
          {
            name: t.String(),
            source: t.String(),
            description: t.String(),
            read_only: t.Boolean(),
            schema_digest: t.String(),
          },
          closed,
        ),
      ),
      out: t.Array(t.Object({ name: t.String(), rule: t.String(), reason: t.String() }, closed)),
      /** What telling a model of these tools costs, estimated. */
      tokens: t.Integer(),
      warnings: t.Array(t.String()),
    },
    closed,
  ),
  async run({ flags }, services) {
    const offer = await offerTools(flags, services);
    const digests = new Map(offer.pool.entries.map(({ name, schema_digest }) => [name, schema_digest]));
    const left = offer.tools.flatMap(({ name, source, description, readOnly }) => {
      const schema_digest = digests.get(name);
      return schema_digest === undefined
        ? []
        : [{ name, source, description, read_only: readOnly, schema_digest }];
    });
    return {
      tools: left,
      out: offer.out.map(({ name, rule, reason }) => ({ name, rule, reason })),
      tokens: offer.pool.tokens,
      warnings: [...offer.warnings],
    };
  },
  render({ tools, out, tokens }, terminal) {
    const left = columns(
      tools.map(({ name, source, description }) => [name, source, description].map(neutral)),
    );
    const counted = `${tools.length} tools, about ${tokens} tokens to tell a model of them\n`;
    if (out.length === 0) return `${left}\n${counted}`;
    const others = columns(
      out.map(({ name, reason }) => [name, reason].map(neutral)),
      '  ',
    );
    return `${left}\n${counted}\n${styled(terminal, 'bold', 'Out')}\n${others}`;
  },
  warnings: (data) => data.warnings,
});
