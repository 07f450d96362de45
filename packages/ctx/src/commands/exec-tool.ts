import * as t from 'typebox';
import { settleInFlight } from '../agent/in-flight.js';
import type { ToolOutcome } from '../agent/ports.js';
import { schemaErrors } from '../agent/schema-check.js';
import { findCallable } from '../agent/tools/pool.js';
import { runTool } from '../agent/tools/run-tool.js';
import { truncate } from '../agent/truncate.js';
import { clawable, type Services } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { stoppedBy } from '../cli/stopped-by.js';
import { neutral } from '../cli/terminal.js';
import { judgeTool } from '../policy/policy.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { isMembers, memberOf } from '../protocol/members.js';
import { denialOf, type Offer, withOffer } from '../runs/offered-tools.js';
import { redactorFor } from '../session/redact.js';
import { nearest } from '../text/nearest.js';
import { offeredTool } from './show-tool.js';
import { isOfServer, toolFlags, wantedServers } from './tool-flags.js';
import { withTrust } from './trust-gate.js';

const answer = {
  name: t.String(),
  /** As it was given. */
  payload: t.String(),
  source_hint: t.String(),
  /** What the tool said. */
  message: t.String(),
  /** Where not all of it was kept: how many bytes there were, and how many there are. */
  truncated: t.Optional(t.Object({ bytes_seen: t.Integer(), bytes_kept: t.Integer() }, closed)),
};

const toolAnswer = t.Object({ ...answer, handled: t.Literal(true) }, closed);

type ToolAnswer = t.Static<typeof toolAnswer>;

interface ToolCall {
  readonly name: string;
  readonly payload: string;
  readonly input: unknown;
}

export default clawable({
  name: 'exec-tool',
  group: 'tools',
  summary: 'Run one tool, under the policy that a model would get',
  description:
    'Runs the tool in the current folder, after checking the payload against its schema. The output is what a model would get: without secrets, and with long output cut to its beginning and end. If the tool fails, the error’s details have its output; if the policy denies the call, the error is tool_denied and nothing runs.',
  examples: [
    { line: `ctx exec-tool read '{"path":"README.md"}'`, says: 'read a file' },
    {
      line: `ctx exec-tool bash '{"command":"git status"}' --allow-tool "bash(git *)"`,
      says: 'under a policy',
    },
  ],
  arguments: {
    name: argument.one('the tool’s name'),
    payload: argument.one('its input: a JSON object'),
  },
  flags: toolFlags,
  returns: toolAnswer,
  details: t.Object(answer, closed),
  long: true,
  async run({ args: { name, payload }, flags }, services) {
    const wanted = { name, payload, input: parsed(name, payload) };
    const withServers = { ...flags, 'no-mcp': flags['no-mcp'] || !isOfServer(name) };
    return withOffer(wantedServers(withServers, services), withTrust({ flags }, services), (offer) =>
      call(offer, wanted, services),
    );
  },
  render: ({ message }) => neutral(message),
});

async function call(offer: Offer, wanted: ToolCall, services: Services): Promise<ToolAnswer> {
  const { name, input } = wanted;
  // A server that the policy leaves nothing of was not started, and so its tools are not known.
  const verdict = judgeTool(offer.pool.policy, name);
  if (!verdict.allowed && isOfServer(name)) throw denied(name, verdict.reason);
  const tool = offeredTool(offer, name);
  const denial = denialOf(offer, name);
  if (denial !== undefined) throw denied(name, denial.reason);
  const found = findCallable(offer.pool, name, input);
  if (!('tool' in found)) throw denied(name, found.reason);
  const unfit = await schemaErrors(tool.input, input);
  const unknown = unfit.length === 0 ? [] : unknownKeys(tool.input, input);
  // A key that is mistyped is missing, too: one sentence says both.
  const reasons = unknown.length > 0 ? unknown : unfit;
  if (reasons.length > 0) throw fail('payload_invalid', { operation: 'exec_tool', target: name, reasons });
  const [outcome] = await settleInFlight(
    [(signals) => runTool({ tool: found.tool, input }, offer.pool.policy, signals)],
    services.signal,
    services.clock.alarm,
  );
  if (outcome?.kind !== 'done') throw stoppedBy(services.signal, 'exec_tool', name);
  if (outcome.value.denied !== undefined) throw denied(name, outcome.value.denied.reason);
  return answerOf(wanted, tool.source, outcome.value, services);
}

function unknownKeys(schema: unknown, input: unknown): string[] {
  const properties = memberOf(schema, 'properties');
  if (!isMembers(properties) || !isMembers(input) || memberOf(schema, 'additionalProperties') !== false)
    return [];
  const known = Object.keys(properties);
  return Object.keys(input)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const meant = nearest(key, known);
      return `unknown key \`${key}\`; ${meant === undefined ? `it takes ${known.join(', ')}` : `did you mean \`${meant}\`?`}`;
    });
}

function parsed(name: string, payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw fail('payload_malformed', { operation: 'parse', target: name, problem, cause });
  }
}

function answerOf(
  { name, payload }: ToolCall,
  source_hint: string,
  { output, is_error, bytes_seen }: ToolOutcome,
  { env }: Services,
): ToolAnswer {
  const { text, truncated } = truncate(redactorFor(env).text(output.toWellFormed()).value, bytes_seen);
  const said = {
    name,
    payload,
    source_hint,
    message: text,
    ...(truncated && { truncated: { ...truncated } }),
  };
  if (!is_error) return { ...said, handled: true };
  const why = text.trimEnd().split('\n').at(-1) ?? '';
  throw fail('tool_failed', { operation: 'exec_tool', target: name, why, details: said });
}

function denied(name: string, reason: string) {
  return fail('tool_denied', { operation: 'exec_tool', target: name, why: `${reason}.` });
}
