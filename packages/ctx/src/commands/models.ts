import * as t from 'typebox';
import { askForModels } from '../agent/models/ask-for-models.js';
import { type OfferedProvider, offeredProviders } from '../agent/models/offered.js';
import { type Listed, listedModels, priceSource } from '../agent/models/prices.js';
import { clawable } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { columns, counted, neutral, styled } from '../cli/terminal.js';
import type { Environment } from '../disk/user-folder.js';
import { installedAgents } from '../drive/installed-agents.js';
import { keptResults } from '../live/kept-results.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { price } from '../protocol/records.js';
import { foundDefault } from './default-model.js';

const provider = t.Object(
  {
    name: t.String(),
    usable: t.Boolean(),
    problem: t.Optional(t.Enum(['credential_missing', 'base_url_missing', 'base_url_invalid'])),
    credential_variables: t.Array(t.String()),
    credential_from: t.Optional(t.String()),
    base_url: t.Optional(t.String()),
    base_url_variable: t.String(),
    /** With --check: what the provider itself said. */
    reached: t.Optional(t.Boolean()),
    status: t.Optional(t.Integer()),
    /** Why it was not reached, where a proxy is in the way. */
    unreached: t.Optional(t.String()),
    serves: t.Optional(t.Array(t.String())),
  },
  closed,
);

const model = t.Object(
  {
    name: t.String(),
    usable: t.Boolean(),
    /** Whole micro-dollars a million tokens, with the day that the figures are of. */
    price,
    context_tokens: t.Optional(t.Integer()),
  },
  closed,
);

const agent = t.Object(
  {
    name: t.String(),
    state: t.Enum(['ready', 'too_old', 'missing']),
    program: t.Optional(t.String()),
    version: t.Optional(t.String()),
    /** The newest version that `ctx hooks verify --live` found sound here. */
    proved_version: t.Optional(t.String()),
    proved_at: t.Optional(t.String()),
    /** Whether it asks ctx about each of its calls. */
    strict: t.Boolean(),
    install: t.String(),
  },
  closed,
);

type AgentAnswer = t.Static<typeof agent>;
type ProviderAnswer = t.Static<typeof provider>;

export default clawable({
  name: 'models',
  group: 'run',
  summary: 'List the models and agents that you can use, their prices, and what the others need',
  description:
    'Lists each provider with its address and the source of its credential, by the variables that the vendors’ own tools read; then the models with a known price and its date. Other models of a provider work, too, but not with a budget in dollars. --model also takes script:FILE and replay:SESSION. Then come the agents that --agent takes: whether they are installed, their versions, and whether `ctx hooks verify --live` passed. Works offline, except with --check.',
  examples: [
    { line: 'ctx models', says: 'what can be used here, and why not' },
    { line: 'ctx models --check', says: 'ask each provider whether it is there and what it serves' },
  ],
  arguments: {},
  flags: { check: flag.switch('ask each usable provider for its list of models') },
  returns: t.Object(
    {
      providers: t.Array(provider),
      models: t.Array(model),
      /** Other agents that can do a run: --agent NAME. */
      agents: t.Array(agent),
      /** What is used where nothing names a model, and what says so: CTX_MODEL, or a config file. */
      default_model: t.Optional(t.String()),
      default_model_from: t.Optional(t.String()),
      price_source: t.String(),
    },
    closed,
  ),
  async run({ flags: { check } }, { cwd, env, signal }) {
    const offered = offeredProviders(env);
    const providers = await Promise.all(
      offered.map(async (one): Promise<ProviderAnswer> => {
        const told = { ...one, credential_variables: [...one.credential_variables] };
        if (!check || !one.usable) return told;
        const { reached, status, problem, models } = await askForModels(one.name, env, signal);
        return {
          ...told,
          usable: reached,
          reached,
          ...(status !== undefined && { status }),
          ...(problem !== undefined && { unreached: problem }),
          serves: [...models],
        };
      }),
    );
    const usable = providers.flatMap(({ name, usable: can }) => (can ? [name] : []));
    const { CTX_MODEL: ofEnvironment = '' } = env;
    const usual =
      ofEnvironment === '' ? await foundDefault({ cwd, env }) : { model: ofEnvironment, file: 'CTX_MODEL' };
    return {
      providers,
      models: listedModels().map((listed) => modelOf(listed, usable)),
      agents: agentsHere(projectRoot({ cwd, env }), env),
      ...(usual !== undefined && { default_model: usual.model, default_model_from: usual.file }),
      price_source: priceSource,
    };
  },
  render({ providers, models, agents, default_model, default_model_from: from, price_source }, terminal) {
    const yes = styled(terminal, 'green', 'yes');
    const no = styled(terminal, 'yellow', 'no');
    const bold = (text: string) => styled(terminal, 'bold', text);
    const unknown = styled(terminal, 'dim', 'unknown');
    const usableWord = (one: ProviderAnswer) => (isUnknown(one) ? unknown : one.usable ? yes : no);
    const providerRows = providers.map((one) => [one.name, usableWord(one), factsOf(one)]);
    const modelRows = models.map(({ name, usable, price: { input, output, as_of } }) => [
      name,
      usable ? yes : no,
      `$${input / 1_000_000} in, $${output / 1_000_000} out`,
      as_of ?? '',
    ]);
    const served = providers.flatMap(({ serves = [] }) => serves);
    return [
      columns([[bold('provider'), bold('usable'), ''], ...providerRows]),
      columns([[bold('model'), bold('usable'), bold('a million tokens'), bold('as of')], ...modelRows]),
      columns([[bold('agent'), bold('usable'), ''], ...agents.map((one) => agentRow(one, yes, no))]),
      ...(served.length === 0 ? [] : [`${bold('served')}\n${served.map(neutral).join('\n')}\n`]),
      ...(default_model === undefined ? [] : [defaultWords(default_model, from)]),
      styled(terminal, 'dim', `Prices: ${price_source}`),
    ].join('\n');
  },
});

function defaultWords(model: string, from = ''): string {
  if (from === 'CTX_MODEL') return `CTX_MODEL is ${neutral(model)}.\n`;
  return `The default model is ${neutral(model)}, from ${neutral(from)}.\n`;
}

function agentsHere(root: string, env: Environment): AgentAnswer[] {
  return installedAgents(root, env).map((one) => {
    const proved = keptResults(one.name, env).find(({ sound }) => sound);
    return {
      ...one,
      ...(proved !== undefined && { proved_version: proved.version, proved_at: proved.at }),
    };
  });
}

function agentRow(
  { name, state, version, proved_version: proved, install }: AgentAnswer,
  yes: string,
  no: string,
): string[] {
  if (state !== 'ready') {
    const why = state === 'missing' ? 'not installed' : `${version} is too old`;
    return [name, no, `${why}: ${install}`];
  }
  const shown = proved === undefined ? 'not proved here' : `proved with ${proved}`;
  return [name, yes, neutral(`${version ?? 'version unknown'}, ${shown}`)];
}

function modelOf({ name, price: known, contextTokens }: Listed, usable: readonly string[]) {
  return {
    name,
    usable: usable.some((one) => name.startsWith(`${one}/`)),
    price: known,
    ...(contextTokens !== undefined && { context_tokens: contextTokens }),
  };
}

const problems: Record<NonNullable<OfferedProvider['problem']>, (one: ProviderAnswer) => string> = {
  credential_missing: ({ credential_variables }) => `set ${credential_variables.join(' or ')}`,
  base_url_missing: ({ base_url_variable }) => `give --base-url, or set ${base_url_variable}`,
  base_url_invalid: ({ base_url_variable }) => `${base_url_variable} is not the address of an API`,
};

function factsOf(one: ProviderAnswer): string {
  if (one.problem !== undefined) return problems[one.problem](one);
  const from = one.credential_from === undefined ? 'without a credential' : `with ${one.credential_from}`;
  return neutral(`${one.base_url ?? ''} ${from}${checkedFacts(one)}`);
}

/** Of a server that asks for no credential nothing is known until somebody asks it. */
function isUnknown({ usable, reached, credential_from }: ProviderAnswer): boolean {
  return usable && reached === undefined && credential_from === undefined;
}

function checkedFacts(one: ProviderAnswer): string {
  const { reached, status, unreached, serves = [] } = one;
  if (reached === undefined) return isUnknown(one) ? '; not checked (--check asks it)' : '';
  if (!reached) return unreached === undefined ? ', cannot be reached' : `: ${unreached}`;
  return status === 200 ? `, serves ${counted(serves.length, 'model')}` : `, answered with status ${status}`;
}
