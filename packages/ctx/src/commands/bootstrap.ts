import * as t from 'typebox';
import { builtinTools } from '../agent/tools/builtin.js';
import { clawable, type Services } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { type Plan, planFrom } from '../config/plan.js';
import { closed } from '../protocol/closed.js';
import { type SessionRecord, turnResult } from '../protocol/records.js';
import { startSession } from '../runs/start-session.js';
import { readWhole } from '../session/read-whole.js';
import { modelOrEcho } from './default-model.js';
import { orWithoutSandbox } from './or-without-sandbox.js';
import { type RoutedMatch, routedMatch, routedMatches } from './routed-matches.js';
import { answerOf, type SessionAnswer } from './session-answer.js';
import { modelFlags, overridesFrom, placeFlags, policyFlags } from './session-flags.js';
import { progressFlags, watchedSession } from './session-progress.js';
import { withTrust } from './trust-gate.js';

const started = {
  prompt: t.String(),
  limit: t.Integer(),
  setup: t.Object(
    {
      version: t.String(),
      node: t.String(),
      platform: t.String(),
      project_root: t.String(),
      model: t.String(),
      tools: t.Array(t.String()),
    },
    closed,
  ),
  routed_matches: t.Array(routedMatch),
  command_execution_messages: t.Array(t.String()),
  /** One for each call of a tool, in their order. */
  tool_execution_messages: t.Array(t.String()),
  persisted_session_path: t.String(),
  session_id: t.String(),
  chain_head: t.String(),
  warnings: t.Array(t.String()),
};

export default clawable({
  name: 'bootstrap',
  group: 'run',
  summary: 'Run one prompt, and show how its session was set up',
  description:
    'Shows how the session was set up, the commands and tools that fit the prompt, the result of one turn, and where the session is. Without a model, the built-in script:echo answers with the prompt.',
  examples: [
    {
      line: 'ctx bootstrap "Read the test." --model script:fix.script.yaml',
      says: 'one turn, with its set-up',
    },
  ],
  arguments: { prompt: argument.one('the prompt') },
  flags: {
    limit: flag.integerOr(5, 'how many matching commands and tools to list', { min: 0 }),
    ...placeFlags,
    ...modelFlags,
    ...policyFlags,
    ...progressFlags,
  },
  returns: t.Object({ ...started, turn: turnResult }, closed),
  // A run that was stopped before its first turn has none.
  details: t.Object({ ...started, turn: t.Optional(turnResult) }, closed),
  long: true,
  async run({ args: { prompt }, flags }, services) {
    const { cwd, env } = services;
    const trusting = withTrust({ flags }, services);
    const { model, warnings } = await modelOrEcho(flags, trusting);
    const plan = planFrom({ runs: [{ run_id: 'bootstrap', task: prompt }] }, cwd, cwd, env, {
      ...overridesFrom(flags),
      ...model,
      match_limit: flags.limit,
    });
    const place = { sessionId: flags['session-id'], sessionsDir: flags['sessions-dir'] };
    const start = (wanted: typeof plan) => startSession(wanted, place, trusting);
    const conducted = await orWithoutSandbox(plan, { flags }, services, start);
    const shown = (answer: SessionAnswer) => {
      const { limit } = flags;
      // A log that somebody touched is not read again: the failure says where it was kept.
      const records = conducted.tampered === undefined ? readWhole(answer.path).records : [];
      const facts = factsOf(plan, { ...answer, records }, { prompt, limit }, services);
      const [turn] = answer.runs.flatMap((run) => run.turns);
      const all = { ...facts, warnings: [...warnings, ...answer.warnings] };
      return turn === undefined ? all : { ...all, turn };
    };
    const answer = shown(answerOf(conducted, services.signal, shown));
    if (!('turn' in answer)) throw new TypeError('a completed run has a turn');
    return answer;
  },
  render({ setup, routed_matches, persisted_session_path, turn }) {
    const named = (wanted: RoutedMatch['kind']) =>
      routed_matches.flatMap(({ kind, name }) => (kind === wanted ? [name] : [])).join(', ') || 'none';
    const facts = columns([
      ['version', setup.version],
      ['project', setup.project_root],
      ['model', setup.model],
      ['tools', setup.tools.join(', ')],
      ['fitting commands', named('command')],
      ['fitting tools', named('tool')],
      ['session', persisted_session_path],
    ]);
    return `${facts}\n${neutral(turn.output)}`;
  },
  watch: watchedSession,
  warnings: (answer) => answer.warnings,
});

function factsOf(
  plan: Plan,
  { session_id, path, chain_head, records }: SessionAnswer & { readonly records: readonly SessionRecord[] },
  { prompt, limit }: { readonly prompt: string; readonly limit: number },
  services: Services,
) {
  const opened = records.find((record) => record.type === 'run.opened');
  const pool = opened?.pool ?? [];
  const described = new Map(
    builtinTools(plan.root, services.env).map((tool) => [tool.name, tool.description]),
  );
  const tools = pool.map(({ name, server }) => ({ name, server, description: described.get(name) ?? '' }));
  const routed_matches = routedMatches(prompt, limit, tools, services);
  return {
    prompt,
    limit,
    setup: {
      version: services.program.version,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      project_root: plan.root,
      model: plan.runs[0]?.settings.model ?? '',
      tools: pool.map(({ name }) => name),
    },
    routed_matches,
    command_execution_messages: routed_matches.filter(({ kind }) => kind === 'command').map(notRun),
    tool_execution_messages: records.flatMap(executed),
    persisted_session_path: path,
    session_id,
    chain_head,
  };
}

/** The prompt goes to the model as it is: a command that fits it is named, and never run on its own. */
function notRun({ name, origin }: RoutedMatch): string {
  const words = origin === 'built-in' ? `ctx ${name}` : `ctx exec-command ${name}`;
  return `${name} was not run; \`${words}\` runs it`;
}

function executed(record: SessionRecord): string[] {
  if (record.type === 'tool.denied') return [`${record.tool} was denied: ${record.reason}`];
  if (record.type !== 'tool.returned') return [];
  const { tool, is_error, interrupted, denied } = record;
  if (denied !== undefined) return [`${tool} was denied: ${denied.reason}`];
  if (interrupted) return [`${tool} was interrupted`];
  return [`${tool} ${is_error ? 'failed' : 'was run'}`];
}
