// The flags that the commands which run a model share, and what they mean on top of a config.

import { contradiction } from '../cli/contradiction.js';
import { flag, type Values } from '../cli/inputs.js';
import { limitsFrom, type Overrides } from '../config/plan.js';
import { profileNames, withProfile } from '../policy/profiles.js';
import { requireReadable } from '../policy/useless-rules.js';
import { fail } from '../protocol/codes.js';
import { efforts } from '../protocol/efforts.js';
import type { Budget, Policy } from '../protocol/records.js';
import { lastSession } from '../session/sessions-folder.js';

export const placeFlags = {
  'session-id': flag.text('the id of the new session (default: a fresh one)', 'ID'),
  'sessions-dir': flag.text(
    'where sessions are kept (default .context/sessions, or CTX_SESSIONS_DIR)',
    'DIR',
  ),
};

/** What the commands that only look at sessions or delete them have. */
export const folderFlags = {
  directory: flag.text('the folder of the sessions (default .context/sessions, or CTX_SESSIONS_DIR)', 'DIR'),
  'sessions-dir': flag.text('the same as --directory', 'DIR'),
};

export const lastFlag = { last: flag.switch('use the newest session') };

/** What a session argument says, for `locateSession`. */
export function sessionFrom(
  given: string | undefined,
  { last }: Values<typeof lastFlag>,
  command: string,
): string {
  if (given === undefined && !last)
    throw fail('argument_missing', {
      operation: 'argparse',
      target: 'session',
      command,
      otherwise: '--last',
    });
  if (given !== undefined && last) throw contradiction('--last', given);
  return given ?? lastSession;
}

export function folderFrom(flags: Values<typeof folderFlags>): string | undefined {
  const { directory, 'sessions-dir': other } = flags;
  if (directory !== undefined && other !== undefined && directory !== other)
    throw contradiction('--directory', '--sessions-dir');
  return directory ?? other;
}

export const policyFlags = {
  profile: flag.choice('limit what the model may do; `ctx docs policy` lists the rules of each profile', [
    ...profileNames,
  ]),
  'allow-tool': flag.texts('allow a tool or pattern; everything else is then denied', 'RULE'),
  'deny-tool': flag.texts('deny a tool or pattern; deny always wins', 'RULE'),
  'deny-prefix': flag.texts('like --deny-tool with * added, for older clients', 'PREFIX'),
  'on-deny': flag.choice('tell the model of a denial, or stop the run', ['tell', 'stop']),
};

export const askFlags = {
  'ask-tool': flag.texts('ask before using a tool or pattern', 'RULE'),
  approve: flag.text('a program that answers for you; `ctx docs approvals` says how', 'COMMAND'),
  'approve-timeout': flag.decimal('how long that program may take (default 60)', 'SECONDS', { min: 0.001 }),
};

export type AskFlags = Partial<Values<typeof askFlags>>;

export const mcpFlags = {
  mcp: flag.texts('a file that names MCP servers (default: the project’s .mcp.json)', 'FILE'),
  'no-mcp': flag.switch('start no MCP server'),
  trust: flag.switch('trust, for this call only, what the project runs (MCP servers); for CI'),
};

export const budgetFlags = {
  'max-turns': flag.integer('limit of turns per run', { min: 1 }),
  'max-model-calls-per-turn': flag.integer('limit of model calls per turn (default 25)', { min: 1 }),
  'max-tool-calls': flag.integer('limit of tool calls per run', { min: 0 }),
  'max-tokens': flag.integer('limit of tokens per run, input and output', { min: 1 }),
  'max-usd': flag.decimal('limit of dollars per run', 'USD', { min: 0 }),
  'timeout-seconds': flag.decimal('time limit per run', 'SECONDS', { min: 0.001 }),
};

export const agentFlags = {
  agent: flag.text(
    'who does the work: claude-code, codex, gemini, copilot, qwen or opencode, installed here (default: ctx itself)',
    'NAME',
  ),
  strict: flag.switch('refuse an agent that does not ask ctx about each of its calls'),
  'idle-seconds': flag.decimal('end an agent that is silent for this long (default 600)', 'SECONDS', {
    min: 0.001,
  }),
};

export const modelFlags = {
  model: flag.text(
    'PROVIDER/MODEL, a unique part of its name, script:FILE, script:echo or replay:SESSION (default: from the config, CTX_MODEL or .context/config.yaml)',
    'MODEL',
  ),
  'base-url': flag.text('the root of the provider’s API, as in http://127.0.0.1:8000/v1', 'URL'),
  system: flag.text('replace ctx’s system prompt', 'TEXT'),
  'no-context': flag.switch('send the prompt alone: no system prompt, no project notes, no brief'),
  workspace: flag.text('the folder that the tools work in', 'DIR'),
  'structured-output': flag.text('a JSON Schema that the last answer must fit', 'SCHEMA.json'),
  seed: flag.integer('passed to the model'),
  effort: flag.choice('how much the model should think', [...efforts]),
  sandbox: flag.switch('use the sandbox for scripts, too'),
  'no-sandbox': flag.switch('run tools without a sandbox'),
  ...mcpFlags,
};

export type RunFlags = AskFlags &
  Partial<
    Values<typeof agentFlags> &
      Values<typeof policyFlags> &
      Values<typeof budgetFlags> &
      Values<typeof modelFlags>
  >;

export function overridesFrom(flags: RunFlags): Overrides {
  const { model, system, workspace, seed } = flags;
  const { 'structured-output': schema, 'base-url': baseUrl } = flags;
  return {
    ...(flags.agent === undefined ? {} : { agent: flags.agent }),
    ...(flags.strict === true ? { strict: true } : {}),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(system === undefined ? {} : { system }),
    ...(flags['no-context'] === true ? { context: 'none' as const } : {}),
    ...(workspace === undefined ? {} : { workspace }),
    ...(seed === undefined ? {} : { seed }),
    ...(flags.effort === undefined ? {} : { effort: flags.effort }),
    ...(schema === undefined ? {} : { structured_output: schema }),
    ...mcpFrom(flags),
    ...sandboxFrom(flags),
    policy: policyFrom(flags),
    budget: budgetFrom(flags),
  };
}

function mcpFrom(flags: Partial<Values<typeof mcpFlags>>): Pick<Overrides, 'mcp'> {
  if (flags['no-mcp'] === true) return { mcp: [] };
  return flags.mcp === undefined || flags.mcp.length === 0 ? {} : { mcp: [...flags.mcp] };
}

function sandboxFrom({ sandbox, 'no-sandbox': without }: RunFlags): Pick<Overrides, 'sandbox'> {
  if (sandbox === true && without === true) throw contradiction('--sandbox', '--no-sandbox');
  if (without === true) return { sandbox: 'off' };
  return sandbox === true ? { sandbox: 'on' } : {};
}

function policyFrom(flags: Partial<Values<typeof policyFlags>> & AskFlags) {
  const { 'on-deny': onDeny, profile, 'ask-tool': ask = [] } = flags;
  const rules = {
    ...(ask.length > 0 && { ask: [...ask] }),
    allow: [...(flags['allow-tool'] ?? [])],
    deny: [...(flags['deny-tool'] ?? []), ...(flags['deny-prefix'] ?? []).map((prefix) => `${prefix}*`)],
  };
  requireReadable(rules, 'argparse');
  return {
    ...rules,
    ...(onDeny === undefined ? {} : { on_deny: onDeny }),
    ...(profile === undefined ? {} : { profile }),
  };
}

/** Where no config has a say: the flags' own rules, with those of the profile that they name. */
export function wholePolicyFrom(flags: Partial<Values<typeof policyFlags>> & AskFlags): Policy {
  const { profile, ...rules } = policyFrom(flags);
  const policy = { on_deny: 'tell' as const, ...rules };
  return profile === undefined ? policy : withProfile(policy, profile);
}

/** The limits that the flags name, as the log keeps them. */
export function limitsFromFlags(flags: Partial<Values<typeof budgetFlags>>): Partial<Budget> {
  return limitsFrom(budgetFrom(flags));
}

function budgetFrom(flags: Partial<Values<typeof budgetFlags> & Values<typeof agentFlags>>) {
  const names = {
    max_turns: flags['max-turns'],
    max_model_calls_per_turn: flags['max-model-calls-per-turn'],
    max_tool_calls: flags['max-tool-calls'],
    max_tokens: flags['max-tokens'],
    max_usd: flags['max-usd'],
    timeout_seconds: flags['timeout-seconds'],
    idle_seconds: flags['idle-seconds'],
  };
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined));
}
