import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { failureInWords } from '../../cli/failure-in-words.js';
import { columns, neutral } from '../../cli/terminal.js';
import type { Environment } from '../../disk/user-folder.js';
import { installedHook } from '../../git/commit-hook.js';
import { hasMemory, isPaused } from '../../hooks/hooked-project.js';
import { hookSettings } from '../../hooks/settings.js';
import { unreadableRules } from '../../hooks/unreadable-rules.js';
import { hosts } from '../../hosts/known.js';
import { examineHosts } from '../../hosts/settings/examine.js';
import { keptResults } from '../../live/kept-results.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { Failure } from '../../protocol/failure.js';
import {
  type BrokenSettings,
  brokenAnswers,
  brokenSchema,
  orBroken,
  orFirstBroken,
  otherProblems,
} from './broken-settings.js';
import { hostFlag, namedHosts, scopeFlag, wantedScopes } from './chosen-hosts.js';
import { installedGitHookSchema } from './git-hook-answer.js';
import { hookAnswers, hookRows, hookSchema, missingAnswers, missingSchema } from './hooks-answer.js';
import { liveAnswer, liveLines, liveSchema } from './live-answer.js';

/** Hooks then deny what they cannot judge. */
async function configProblem(root: string, env: Environment, program: string): Promise<string | undefined> {
  if (!hasMemory(root)) return undefined;
  try {
    return unreadableRules((await hookSettings({ root }, env)).deny);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return (await failureInWords(error, program)).message;
  }
}

const answer = t.Object(
  {
    paused: t.Boolean(),
    hooks: t.Array(hookSchema),
    missing: missingSchema,
    /** Settings files that cannot be read. */
    broken: t.Optional(brokenSchema),
    /** What `ctx hooks verify --live` showed last, for each host and version. */
    live: t.Array(liveSchema),
    /** The hook of git that names sessions in commits, in the repository that this is. */
    git_hook: t.Optional(installedGitHookSchema),
    /** Why every tool is denied here, where .context/config.yaml cannot be used, or a rule of it cannot be read. */
    config_problem: t.Optional(t.String()),
  },
  closed,
);

export default clawable({
  name: 'hooks list',
  group: 'hosts',
  summary: 'List the installed hooks, and check them',
  description:
    'Lists the hooks that ctx registered in every host’s settings, in every scope: their version, what they start, and problems that can be seen without running them; and the git hook of this repository. `ctx hooks verify` also runs them, and `ctx hooks verify --live` runs the hosts; the last live result is listed here.',
  examples: [
    { line: 'ctx hooks list', says: 'everything that is installed' },
    { line: 'ctx hooks list --host codex --scope user', says: 'one settings file' },
  ],
  arguments: {},
  flags: { host: hostFlag, scope: scopeFlag },
  returns: answer,
  details: answer,
  showsDetails: true,
  async run({ flags }, { env, cwd, program }) {
    const root = projectRoot({ cwd, env });
    const chosen = namedHosts(flags.host) ?? hosts;
    const broken: BrokenSettings[] = [];
    const files = await examineHosts(chosen, wantedScopes(flags.scope), { root, env }, (host, file, read) =>
      orBroken({ host, file }, broken, read),
    );
    const live = chosen.flatMap(({ name }) => keptResults(name, env).map(liveAnswer));
    const problem = await configProblem(root, env, program.name);
    const gitHook =
      flags.host.length === 0 && flags.scope === undefined ? installedHook(root, env) : undefined;
    const found = {
      paused: isPaused(root, env),
      hooks: hookAnswers(files),
      missing: missingAnswers(files),
      ...(broken.length > 0 && { broken: await brokenAnswers(broken, program.name) }),
      live,
      ...(gitHook !== undefined && { git_hook: gitHook }),
      ...(problem !== undefined && { config_problem: problem }),
    };
    return orFirstBroken(found, broken);
  },
  warnings: ({ config_problem: problem }) => (problem === undefined ? [] : [problem]),
  render({ paused, hooks, missing, broken = [], live, git_hook: gitHook }, terminal) {
    const ofGit =
      gitHook === undefined
        ? ''
        : `\nThe git hook that names sessions in commits is in ${neutral(gitHook.file)}.\n`;
    const shown = live.map((result) => neutral(liveLines(result, terminal))).join('');
    const unread = otherProblems(broken);
    if (hooks.length === 0 && broken.length > 0)
      return `No other agent has hooks of ctx.\n${unread}${ofGit}`.trimEnd();
    if (hooks.length === 0)
      return `No agent has hooks of ctx. \`ctx init --hooks\` installs them.\n${ofGit}${shown === '' ? '' : `\n${shown}`}`.trimEnd();
    const rows = hookRows(hooks, terminal, ['ok', 'yellow']);
    const files = [...new Set(hooks.map(({ file }) => file))].map((file) => `  ${neutral(file)}\n`).join('');
    const gaps = missing.map(({ host, scope, event }) => `${host} ${scope}: no hook for ${event}\n`).join('');
    const pause = paused ? 'Paused in this project: `ctx hooks resume`.\n' : '';
    return `${columns(rows)}${gaps}${unread}\n${pause}In:\n${files}${ofGit}${shown === '' ? '' : `\n${shown}`}`;
  },
});
