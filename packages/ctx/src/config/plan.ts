// A config into planned runs: defaults filled in, files found and digested, paths relative to the project's root.

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isThere } from '../disk/is-there.js';
import { readText } from '../disk/read.js';
import type { Environment } from '../disk/user-folder.js';
import { parseJson } from '../document/parse-json.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import type { Budget, PlannedRun, RunSettings } from '../protocol/records.js';
import { agentOf } from './agent-settings.js';
import type { DefaultModel } from './default-model.js';
import { type Layers, pathOf, portable, unique } from './layers.js';
import { modelOf } from './model-settings.js';
import { policyOf } from './policy-settings.js';
import { sandboxFrom } from './sandbox-settings.js';
import type { RunConfig, SessionConfig, Settings } from './session-config.js';

export interface Plan {
  /** The project that all paths of the plan are relative to. */
  readonly root: string;
  readonly sessionId: string | undefined;
  readonly runs: readonly PlannedRun[];
  /** Addresses of APIs that a person named or trusted: a file's word alone is not enough to send a credential. */
  readonly ownUrls: readonly string[];
  /** What is said of what a model is told before the task, by run. */
  readonly context: ReadonlyMap<string, NonNullable<Settings['context']>>;
  /** The program that a config wants to be asked about calls, and where it says so. */
  readonly approve?: NonNullable<SessionConfig['approve']> & { readonly file: string };
  /** Where a config wants traces of its runs to go. */
  readonly otel?: NonNullable<SessionConfig['otel']>;
  /** Whether the session is signed when it closes, where the config says so. */
  readonly sign?: boolean;
  /** The config that the plan is from. */
  readonly file?: string;
  /** What a config that was named loosens. */
  readonly loosened?: readonly string[];
}

/** What the command line says on top of a config: it wins over it; policies add up. */
export interface Overrides extends Settings {
  readonly match_limit?: number;
  /** Somebody can be asked about calls: where nothing is said, what changes something is asked about. */
  readonly asks?: boolean;
  /** For runs that nothing else names a model for. */
  readonly otherwise?: DefaultModel | undefined;
}

/** What reads YAML is loaded only where there is some to read. */
export async function planFromFile(
  file: string,
  cwd: string,
  env: Environment,
  overrides: Overrides,
  /** Looked for only where the config leaves a run without a model. */
  findDefault: () => Promise<DefaultModel | undefined> = async () => undefined,
): Promise<Plan> {
  const [{ readDocument }, { sessionConfig }, { loosened }] = await Promise.all([
    import('../document/read-document.js'),
    import('./session-config.js'),
    import('./loosened.js'),
  ]);
  const path = resolve(cwd, file);
  const config = readDocument(path, file, sessionConfig, 'the schema: `ctx schema session-config`');
  const { approve } = config;
  const asks = overrides.asks === true || approve !== undefined;
  const isNamed = [overrides.model, config.model].some((model) => model !== undefined);
  const needsDefault =
    !isNamed &&
    [overrides.agent, config.agent].every((agent) => agent === undefined) &&
    config.runs.some(({ model, agent }) => model === undefined && agent === undefined);
  const otherwise = needsDefault ? await findDefault() : undefined;
  const plan = planFrom(config, dirname(path), cwd, env, { ...overrides, asks, otherwise });
  const asked = approve === undefined ? {} : { approve: { ...approve, file: portable(plan.root, path) } };
  return {
    ...plan,
    ...asked,
    file: portable(plan.root, path),
    ...(config.otel !== undefined && { otel: config.otel }),
    ...(config.sign !== undefined && { sign: config.sign }),
    loosened: loosened(config, plan.runs, { root: plan.root, base: dirname(path) }),
  };
}

/** `base` is the folder that files named in the config stand relative to; those of the overrides, to `cwd`. */
export function planFrom(
  config: SessionConfig,
  base: string,
  cwd: string,
  env: Environment,
  overrides: Overrides,
): Plan {
  const root = projectRoot({ cwd: base, env });
  const ids = new Set<string>();
  const context = new Map<string, NonNullable<Settings['context']>>();
  const runs = config.runs.map((run) => {
    if (ids.has(run.run_id)) throw fail('run_id_repeated', { operation: 'plan', target: run.run_id });
    ids.add(run.run_id);
    const isNamed =
      [overrides.model, run.model, config.model].some((model) => model !== undefined) ||
      [overrides.agent, run.agent, config.agent].some((agent) => agent !== undefined);
    const usual = isNamed ? {} : usualModel(env, overrides.otherwise);
    const layers: Layers = [
      { settings: { ...usual.settings, ...config }, base },
      { settings: run, base },
      { settings: overrides, base: cwd },
    ];
    const told = layers.findLast(({ settings }) => settings.context !== undefined)?.settings.context;
    if (told !== undefined) context.set(run.run_id, told);
    return {
      run_id: run.run_id,
      prompts: promptsOf(run),
      settings: {
        ...resolveSettings(layers, root, env, overrides),
        ...(usual.from !== undefined && { model_from: usual.from }),
      },
    };
  });
  const ownUrls = [overrides.base_url, overrides.otherwise?.base_url].filter((url) => url !== undefined);
  return { root, sessionId: config.session_id, runs, context, ownUrls };
}

interface UsualModel {
  readonly settings?: Settings;
  readonly from?: RunSettings['model_from'];
}

/** What people use all the time, unless something nearer says otherwise. */
function usualModel({ CTX_MODEL: model = '' }: Environment, otherwise: DefaultModel | undefined): UsualModel {
  if (model !== '') return { settings: { model }, from: 'environment' };
  if (otherwise === undefined) return {};
  const { model: named, effort, base_url, from } = otherwise;
  return {
    settings: {
      model: named,
      ...(effort !== undefined && { effort }),
      ...(base_url !== undefined && { base_url }),
    },
    from,
  };
}

function promptsOf({ task, continuation }: RunConfig): string[] {
  return [task, ...(typeof continuation === 'string' ? [continuation] : (continuation ?? []))];
}

function resolveSettings(
  layers: Layers,
  root: string,
  env: Environment,
  { match_limit = 5, asks = false }: Overrides,
): RunSettings {
  const [session, run, given] = layers;
  const flat: Settings = { ...session.settings, ...run.settings, ...given.settings };
  const { system, temperature, seed, max_output_tokens, effort, scratch } = flat;
  const schema = pathOf(layers, 'structured_output');
  const agent = agentOf(layers);
  const model = agent ?? modelOf(layers, root, env);
  return {
    ...model,
    ...(system === undefined ? {} : { system }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(max_output_tokens === undefined ? {} : { max_output_tokens }),
    ...(effort === undefined ? {} : { effort }),
    ...(schema === undefined ? {} : { structured_output: schemaIn(resolve(schema.base, schema.value)) }),
    workspace: workspaceOf(layers, root),
    ...openPathsOf(flat),
    ...(scratch === true ? { scratch } : {}),
    ...mcpOf(layers, root),
    ...sandboxFrom(layers, root),
    policy: policyOf(layers, model, asks),
    budget: { ...budgetOf(layers), ...(agent !== undefined && idleOf(layers)) },
    match_limit,
  };
}

function workspaceOf(layers: Layers, root: string): string {
  const named = pathOf(layers, 'workspace') ?? { value: '.', base: layers[0].base };
  const folder = resolve(named.base, named.value);
  if (!isThere(folder) || !statSync(folder).isDirectory()) {
    throw fail('workspace_missing', { operation: 'plan', target: named.value });
  }
  return portable(root, folder);
}

function openPathsOf({ open_paths = [] }: Settings): Pick<RunSettings, 'open_paths'> {
  return open_paths.length === 0 ? {} : { open_paths: unique(open_paths) };
}

/** Hosts take the project's own file without being told; so do we, where nothing else is said. */
function mcpOf(layers: Layers, root: string): Pick<RunSettings, 'mcp'> {
  const layer = layers.findLast(({ settings }) => settings.mcp !== undefined);
  const named = layer?.settings.mcp;
  if (layer === undefined || named === undefined)
    return isThere(join(root, '.mcp.json')) ? { mcp: ['.mcp.json'] } : {};
  const files = typeof named === 'string' ? [named] : named;
  return files.length === 0 ? {} : { mcp: files.map((file) => portable(root, resolve(layer.base, file))) };
}

function budgetOf(layers: Layers): RunSettings['budget'] {
  const [session, run, given] = layers;
  const merged = { ...session.settings.budget, ...run.settings.budget, ...given.settings.budget };
  return { max_model_calls_per_turn: 25, ...limitsFrom(merged) };
}

/** An agent that nothing is heard of for ten minutes hangs. */
function idleOf(layers: Layers): Pick<Budget, 'idle_ms'> {
  const { idle_ms = 600_000 } = budgetOf(layers);
  return { idle_ms };
}

/** Whole micro-dollars and milliseconds; only what is given. */
export function limitsFrom(budget: NonNullable<Settings['budget']>): Partial<Budget> {
  const { max_usd, timeout_seconds, idle_seconds, ...plain } = budget;
  return {
    ...plain,
    ...(max_usd === undefined ? {} : { max_microusd: Math.round(max_usd * 1_000_000) }),
    ...(timeout_seconds === undefined
      ? {}
      : { max_wall_ms: Math.max(1, Math.round(timeout_seconds * 1000)) }),
    ...(idle_seconds === undefined ? {} : { idle_ms: Math.max(1, Math.round(idle_seconds * 1000)) }),
  };
}

function schemaIn(file: string): unknown {
  return parseJson(readText(file), file);
}
