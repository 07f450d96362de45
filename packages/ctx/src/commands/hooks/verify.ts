import * as t from 'typebox';
import { clawable, type Services } from '../../cli/command.js';
import { failureInWords } from '../../cli/failure-in-words.js';
import { flag } from '../../cli/inputs.js';
import { columns, neutral } from '../../cli/terminal.js';
import { ruleTroubles } from '../../doctor/rule-checks.js';
import { hasMemory } from '../../hooks/hooked-project.js';
import { hosts } from '../../hosts/known.js';
import { type ExaminedFile, examineHosts } from '../../hosts/settings/examine.js';
import { tryHooks } from '../../live/try-hooks.js';
import { readSettings } from '../../memory/read-settings.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import { hostFlag, namedHosts, scopeFlag, wantedScopes } from './chosen-hosts.js';
import {
  hookAnswers,
  hookRows,
  hookSchema,
  mentionAnswers,
  mentionsSchema,
  missingAnswers,
  missingSchema,
} from './hooks-answer.js';
import { isLive, liveLines, liveSchema } from './live-answer.js';
import type { LiveFlags } from './live-trials.js';

const answer = t.Object(
  {
    sound: t.Boolean(),
    hooks: t.Array(hookSchema),
    missing: missingSchema,
    not_run: mentionsSchema,
    /** What is wrong with the rules that hooks hold calls against here. */
    rules: t.Array(t.String()),
    /** The hosts that --live started. */
    live: t.Array(liveSchema),
  },
  closed,
);

export default clawable({
  name: 'hooks verify',
  group: 'hosts',
  summary: 'Test every installed hook with an event of its host',
  description:
    'Starts each registered hook as its host would, with a sample event, in a temporary project that has a due reminder. Runs only entries that are exactly what this ctx would register, without your environment; reports every other entry that mentions ctx. Each hook must exit with 0 and answer in the host’s format, and the answer to a prompt must contain the reminder. Also finds hooks of another version, with a missing path, in two scopes at once, hooks that the host does not trust, and deny rules of this project that cannot be read or name no tool. The exit code is 1 unless hooks are installed and all of them work; --exit-zero always exits 0. --live starts the hosts themselves: each host on your PATH runs with ctx’s hooks against a scripted model on this machine, in a temporary home and project, with an empty environment and no network. The host must finish, a due reminder must reach the model once, a denied call must not run (in a subagent either), and the session must be captured and pass `ctx verify`. Your settings, accounts and sessions are not touched. ctx keeps the result for each host and version; `ctx hooks list` and `ctx doctor` show it. If a check fails, the details have all results.',
  examples: [
    { line: 'ctx hooks verify', says: 'do the hooks really work?' },
    {
      line: 'ctx hooks verify --host claude-code --output-format json',
      says: 'for a program: sound, and each hook',
    },
    { line: 'ctx hooks verify --live', says: 'start every installed host and see that a deny holds' },
    {
      line: 'ctx hooks verify --live --host codex --program ./node_modules/.bin/codex',
      says: 'a host that is not on your PATH',
    },
  ],
  arguments: {},
  flags: {
    host: hostFlag,
    scope: scopeFlag,
    'exit-zero': flag.switch('exit 0 even if a hook does not work'),
    live: flag.switch('start the hosts that are installed here, against a model on loopback'),
    program: flag.text('with --live and one --host: its program, where it is not on your PATH', 'FILE'),
    timeout: flag.integerOr(180, 'with --live: seconds that each host may take', { min: 1, max: 3600 }),
  },
  returns: answer,
  details: answer,
  showsDetails: true,
  // A host that was started is ended before this process is.
  long: true,
  async run({ flags }, services) {
    const { env, cwd, clock, program } = services;
    if (flags.live) return liveAnswers(flags, services);
    if (flags.program !== undefined)
      throw fail('flag_needs', { operation: 'argparse', target: '--program', other: '--live' });
    const root = projectRoot({ cwd, env });
    const place = { places: { root, env }, shipped: program.shippedFolder, now: clock.now() };
    const chosen = namedHosts(flags.host) ?? hosts;
    const examined = await examineHosts(chosen, wantedScopes(flags.scope), { root, env });
    const files: ExaminedFile[] = [];
    for (const file of examined) files.push(await tryHooks(file, place));
    const hooks = hookAnswers(files);
    const missing = missingAnswers(files);
    const allAnswer = hooks.every(({ problems }) => problems.length === 0);
    const rules = await ruleTroublesIn(root, flags['exit-zero'] ? program.name : undefined);
    const works = hooks.length > 0 && missing.length === 0 && allAnswer;
    const sound = works && rules.length === 0;
    const found = { sound, hooks, missing, not_run: mentionAnswers(files), rules, live: [] };
    if (sound || flags['exit-zero']) return found;
    const installed = hooks.length > 0;
    const odd = hooks.flatMap(({ problems }) => problems);
    const untrusted = missing.length === 0 && odd.every((problem) => problem === 'untrusted');
    const trouble = works ? 'rules' : !installed ? 'none' : untrusted ? 'untrusted' : 'hooks';
    throw fail('hooks_unsound', { operation: 'verify', target: 'hooks', trouble, details: found });
  },
  live: (event, terminal) => ('checks' in event && isLive(event) ? liveLines(event, terminal) : undefined),
  render({ sound, hooks, missing, not_run, rules, live }, terminal) {
    if (live.length > 0)
      return sound ? 'The hooks hold in every host that was started.' : 'Some checks need your attention.';
    const others = not_run.map(({ file, event, command }) => {
      return `Not run, because ctx did not write it: ${neutral(command)} (${event} in ${neutral(file)})\n`;
    });
    if (hooks.length === 0)
      return `${others.join('')}No hooks of ctx are installed. \`ctx init --hooks\` installs them.`;
    const rows = hookRows(hooks, terminal, ['answers', 'red']);
    const gaps = missing.map(({ host, scope, event }) => `${host} ${scope}: no hook for ${event}\n`).join('');
    const broken = rules.map((says) => `${neutral(says)}\n`).join('');
    return `${columns(rows)}${gaps}${others.join('')}${broken}\n${sound ? 'Every hook works.' : 'Some checks need your attention.'}`;
  },
});

/** A config that cannot be used denies every tool: that failure is the answer, or told in one, by `teller`. */
async function ruleTroublesIn(root: string, teller: string | undefined): Promise<string[]> {
  if (!hasMemory(root)) return [];
  try {
    const { hooks } = await readSettings({ root });
    return ruleTroubles(hooks.deny).map(({ says }) => says);
  } catch (error) {
    if (teller === undefined || !(error instanceof Failure)) throw error;
    return [(await failureInWords(error, teller)).message];
  }
}

async function liveAnswers(flags: LiveFlags, services: Services): Promise<t.Static<typeof answer>> {
  // The model, the hosts and what judges them: only a live check needs any of it.
  const { liveTrials } = await import('./live-trials.js');
  const live = await liveTrials(flags, services);
  const nothing = { hooks: [], missing: [], not_run: [], rules: [] };
  const broken = live.filter(({ sound }) => !sound);
  const [first] = broken;
  const found = { sound: first === undefined, ...nothing, live };
  if (first === undefined || flags['exit-zero']) return found;
  const { check, says } = first.checks.find(({ state }) => state === 'broken') ?? {};
  throw fail('live_check_failed', {
    operation: 'hooks_verify',
    target: first.host,
    broken: broken.map(({ host, version }) => `${host} ${version}`),
    first: `${check ?? ''}, ${says ?? ''}`,
    details: found,
  });
}
