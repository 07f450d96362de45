import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { denialOf, type Offer, type OfferedTool, withOffer } from '../runs/offered-tools.js';
import { nearest } from '../text/nearest.js';
import { isOfServer, toolFlags, wantedServers } from './tool-flags.js';
import { withTrust } from './trust-gate.js';

export default clawable({
  name: 'show-tool',
  group: 'tools',
  summary: 'Show a tool: what it does, its input, and whether the policy allows it',
  description:
    'Shows the schema that the tool’s input must fit, and the field that a rule’s pattern matches.',
  examples: [
    { line: 'ctx show-tool bash', says: 'the shell' },
    { line: 'ctx show-tool read --output-format json', says: 'with its schema, for machines' },
  ],
  arguments: { name: argument.one('the tool’s name') },
  flags: toolFlags,
  returns: t.Object(
    {
      name: t.String(),
      found: t.Literal(true),
      /** `built-in`, or the MCP server that it comes from. */
      source_hint: t.String(),
      responsibility: t.String(),
      read_only: t.Boolean(),
      input_schema: t.Record(t.String(), t.Unknown()),
      /** The field of the input that patterns are about; absent where a rule cannot have one. */
      pattern_field: t.Optional(t.String()),
      in_pool: t.Boolean(),
      denied: t.Optional(t.Object({ rule: t.String(), reason: t.String() }, closed)),
    },
    closed,
  ),
  run: ({ args: { name }, flags }, services) =>
    withOffer(
      wantedServers({ ...flags, 'no-mcp': flags['no-mcp'] || !isOfServer(name) }, services),
      withTrust({ flags }, services),
      async (offer) => described(offer, name),
    ),
  render({ name, source_hint, responsibility, input_schema, pattern_field, read_only, denied }) {
    const rows = [
      ['tool', name],
      ['source', source_hint],
      ['does', responsibility],
      ['changes things', read_only ? 'no' : 'yes'],
      ['rules', pattern_field === undefined ? name : `${name}, ${name}(PATTERN on ${pattern_field})`],
      ['in the pool', denied === undefined ? 'yes' : `no: ${denied.reason}`],
    ];
    return `${columns(rows.map((row) => row.map(neutral)))}\n${neutral(JSON.stringify(input_schema, null, 2))}`;
  },
});

function described(offer: Offer, name: string) {
  const { source, description, readOnly, input, subject } = offeredTool(offer, name);
  const denial = denialOf(offer, name);
  return {
    name,
    found: true as const,
    source_hint: source,
    responsibility: description,
    read_only: readOnly,
    input_schema: input,
    ...(subject && { pattern_field: subject.field }),
    in_pool: denial === undefined,
    ...(denial && { denied: { rule: denial.rule, reason: denial.reason } }),
  };
}

export function offeredTool({ tools }: Offer, name: string): OfferedTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool;
  const near = nearest(
    name,
    tools.map((candidate) => candidate.name),
  );
  throw fail('tool_unknown', { operation: 'find_tool', target: name, nearest: near });
}
