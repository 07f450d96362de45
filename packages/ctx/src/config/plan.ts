// A config into planned runs: defaults filled in, files found and digested, paths relative to the project's root.

import { statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fullModelName } from '../agent/models/full-model-name.js';
import { isThere } from '../disk/is-there.js';
import { readBytes, readText } from '../disk/read.js';
import { parseJson } from '../document/parse-json.js';
import { allowedWithin, type ProfileName, withProfile } from '../policy/profiles.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { echoModel } from '../protocol/echo-model.js';
import type { Budget, PlannedRun, Policy, Price, RunSettings } from '../protocol/records.js';
import { digestOf } from '../session/chain.js';
import { readWhole } from '../session/read-whole.js';
import { locateSession, sessionsFolder } from '../session/sessions-folder.js';
import type { DefaultModel } from './default-model.js';
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

type Environment = Readonly<Record<string, string | undefined>>;

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
  const needsDefault = !isNamed && config.runs.some(({ model }) => model === undefined);
  const otherwise = needsDefault ? await findDefault() : undefined;
  const plan = planFrom(config, dirname(path), cwd, env, { ...overrides, asks, otherwise });
  const asked = approve === undefined ? {} : { approve: { ...approve, file: portable(plan.root, path) } };
  return {
    ...plan,
    ...asked,
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
    const isNamed = [overrides.model, run.model, config.model].some((model) => model !== undefined);
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

/** The session's settings, the run's own, the command line's: the later one wins. */
type Layers = readonly [Layer, Layer, Layer];

interface Layer {
  readonly settings: Settings;
  /** Where its relative paths stand. */
  readonly base: string;
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
  const model = modelOf(layers, root, env);
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
    budget: budgetOf(layers),
    match_limit,
  };
}

/** The last layer's word on a setting, and where that word stands if it names a file. */
function pathOf(layers: Layers, key: 'model' | 'base_url' | 'workspace' | 'structured_output') {
  const layer = layers.findLast(({ settings }) => settings[key] !== undefined);
  const value = layer?.settings[key];
  return layer === undefined || value === undefined ? undefined : { value, base: layer.base };
}

export type ModelSettings = Pick<
  RunSettings,
  'model' | 'script_digest' | 'recording_head' | 'base_url' | 'price'
>;

function modelOf(layers: Layers, root: string, env: Environment): ModelSettings {
  const named = pathOf(layers, 'model');
  if (named === undefined) throw fail('model_missing', { operation: 'plan', target: 'model' });
  const base_url = pathOf(layers, 'base_url')?.value;
  const found = namedModel(named, root, env, base_url !== undefined);
  if (/^(?:script|replay):/.test(found.model)) return found;
  const price = layers.findLast(({ settings }) => settings.price !== undefined)?.settings.price;
  return {
    ...found,
    ...(base_url === undefined ? {} : { base_url }),
    ...(price === undefined ? {} : { price: priceOf(price) }),
  };
}

/** A model by its name: the files that a script or a recording is in stand relative to `base`. */
export function namedModel(
  { value, base }: { readonly value: string; readonly base: string },
  root: string,
  env: Environment,
  isElsewhere = false,
): ModelSettings {
  const [, scheme, rest = ''] = /^(script|replay):(.+)$/s.exec(value) ?? [];
  if (value === echoModel) return { model: echoModel };
  if (scheme === 'script') {
    const file = resolve(base, rest);
    const path = portable(root, file);
    return {
      model: `script:${path}` === echoModel ? `script:./${path}` : `script:${path}`,
      script_digest: digestOf(readBytes(file)),
    };
  }
  if (scheme === 'replay') {
    const path = locateSession(rest, sessionsFolder({ cwd: base, env }), base);
    return { model: `replay:${portable(root, path)}`, recording_head: readWhole(path).head.hash };
  }
  return { model: fullModelName(value, isElsewhere) };
}

function priceOf(price: NonNullable<Settings['price']>): Price {
  const { cache_read_usd_per_mtok: read, cache_write_usd_per_mtok: write } = price;
  return {
    input: microdollars(price.input_usd_per_mtok),
    output: microdollars(price.output_usd_per_mtok),
    ...(read === undefined ? {} : { cache_read: microdollars(read) }),
    ...(write === undefined ? {} : { cache_write: microdollars(write) }),
  };
}

/** Rounded up, so that a budget is never passed by a fraction. */
function microdollars(dollars: number): number {
  return Math.ceil(Math.round(dollars * 1_000_000_000) / 1000);
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

function policyOf(layers: Layers, model: ModelSettings, asks: boolean): RunSettings['policy'] {
  const policies = layers.flatMap(({ settings }) => (settings.policy === undefined ? [] : [settings.policy]));
  const ask = unique(policies.flatMap((policy) => policy.ask ?? []));
  const written = {
    allow: allowedBy(layers),
    deny: unique(policies.flatMap(({ deny = [] }) => deny)),
    ...(ask.length > 0 && { ask }),
    on_deny: policies.findLast(({ on_deny }) => on_deny !== undefined)?.on_deny ?? 'tell',
  };
  const named = policies.findLast(({ profile }) => profile !== undefined)?.profile;
  const profile = named ?? defaultProfile(written, model);
  if (named === undefined && profile !== undefined && ask.length === 0)
    return withProfile(
      asks ? { ...written, ask: [...askedByDefault], default: 'asks' } : { ...written, default: 'edits' },
      profile,
    );
  return withAsked(profile === undefined ? written : withProfile(written, profile), layers);
}

/** What does more than read. */
const askedByDefault = ['write', 'edit', 'bash', 'mcp__*'];

/** Who writes that a call is asked about wants it to be possible: with an allow list, too, unless a person's profile is against it. */
function withAsked(policy: Policy, [session, run, given]: Layers): Policy {
  if (policy.allow.length === 0) return policy;
  const written = [session, run].flatMap(({ settings }) => settings.policy?.ask ?? []);
  const { profile, ask = [] } = given.settings.policy ?? {};
  const within = profile === undefined ? written : allowedWithin(profile, written);
  return { ...policy, allow: unique([...policy.allow, ...within, ...ask]) };
}

/** What a config allows adds to its own profile, never to one that the command line names: that is what a person asked for. */
function allowedBy([session, run, given]: Layers): string[] {
  const written = [session, run].flatMap(({ settings }) => settings.policy?.allow ?? []);
  const { profile, allow = [] } = given.settings.policy ?? {};
  return unique([...(profile === undefined ? written : allowedWithin(profile, written)), ...allow]);
}

/** Who writes rules of what is allowed needs no profile, and a script calls what its author wrote. */
export function defaultProfile({ allow }: Policy, { model }: ModelSettings): ProfileName | undefined {
  return allow.length > 0 || /^(?:script|replay):/.test(model) ? undefined : 'edit';
}

function budgetOf(layers: Layers): RunSettings['budget'] {
  const [session, run, given] = layers;
  const merged = { ...session.settings.budget, ...run.settings.budget, ...given.settings.budget };
  return { max_model_calls_per_turn: 25, ...limitsFrom(merged) };
}

/** Whole micro-dollars and milliseconds; only what is given. */
export function limitsFrom(budget: NonNullable<Settings['budget']>): Partial<Budget> {
  const { max_usd, timeout_seconds, ...plain } = budget;
  return {
    ...plain,
    ...(max_usd === undefined ? {} : { max_microusd: Math.round(max_usd * 1_000_000) }),
    ...(timeout_seconds === undefined
      ? {}
      : { max_wall_ms: Math.max(1, Math.round(timeout_seconds * 1000)) }),
  };
}

function schemaIn(file: string): unknown {
  return parseJson(readText(file), file);
}

/** Relative to the root, with slashes, so that the same project gives the same bytes on every machine. */
function portable(root: string, path: string): string {
  return relative(root, path).split(sep).join('/') || '.';
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
