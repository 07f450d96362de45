import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { neutral, styled } from '../../cli/terminal.js';
import { removeHook } from '../../git/commit-hook.js';
import { forgetGuards } from '../../hooks/forget-guards.js';
import { hosts } from '../../hosts/known.js';
import { removeHooks } from '../../hosts/settings/install.js';
import { forgetResults } from '../../live/kept-results.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import {
  type BrokenSettings,
  brokenAnswers,
  brokenSchema,
  orBroken,
  orFirstBroken,
} from './broken-settings.js';
import { hostFlag, namedHosts, scopeFlag, wantedScopes } from './chosen-hosts.js';
import { gitHookSchema } from './git-hook-answer.js';
import { type ChangeAnswer, changeAnswer, changeSchema, diffLines } from './hooks-answer.js';

const answer = t.Object(
  {
    dry_run: t.Boolean(),
    changes: t.Array(changeSchema),
    /** Settings files that cannot be read, and so may still have hooks. */
    broken: t.Optional(brokenSchema),
    git_hook: t.Optional(gitHookSchema),
  },
  closed,
);

export default clawable({
  name: 'hooks remove',
  group: 'hosts',
  summary: 'Remove ctx’s hooks from the hosts’ settings',
  description:
    'Restores a settings file byte for byte if nothing else changed in it; otherwise removes only ctx’s entries. Files that ctx created are deleted. The git hook that names sessions in commits goes, too, and the one before it comes back. The project’s .context folder stays.',
  examples: [
    { line: 'ctx hooks remove', says: 'from every host and scope' },
    { line: 'ctx hooks remove --host codex --scope user', says: 'from one settings file' },
    { line: 'ctx hooks remove --dry-run', says: 'show what would change' },
  ],
  arguments: {},
  flags: {
    host: hostFlag,
    scope: scopeFlag,
    'dry-run': flag.switch('change nothing, show what would change'),
  },
  returns: answer,
  details: answer,
  showsDetails: true,
  async run({ flags }, { env, cwd, program }) {
    const places = { root: projectRoot({ cwd, env }), env };
    const changes: ChangeAnswer[] = [];
    const broken: BrokenSettings[] = [];
    for (const host of namedHosts(flags.host) ?? hosts) {
      for (const scope of wantedScopes(flags.scope)) {
        const file = host.settingsFiles(places)[scope];
        if (file === undefined) continue;
        const change = await orBroken({ host, file }, broken, () =>
          removeHooks(host, file, env, flags['dry-run']),
        );
        if (change !== undefined) changes.push(await changeAnswer(host, scope, change));
      }
    }
    const git_hook =
      flags.host.length === 0 && flags.scope === undefined
        ? removeHook(places.root, env, flags['dry-run'])
        : undefined;
    const allOfTheUsers = flags.host.length === 0 && wantedScopes(flags.scope).includes('user');
    // Hooks that may be left still guard.
    if (allOfTheUsers && !flags['dry-run'] && broken.length === 0) {
      forgetGuards(env);
      forgetResults(env);
    }
    const done = {
      dry_run: flags['dry-run'],
      changes,
      ...(broken.length > 0 && { broken: await brokenAnswers(broken, program.name) }),
      ...(git_hook !== undefined && git_hook.change !== 'unchanged' && { git_hook }),
    };
    return orFirstBroken(done, broken);
  },
  render({ dry_run, changes, broken = [], git_hook }, terminal) {
    const done = changes.filter(({ change }) => change === 'changed' || change === 'deleted');
    const ofGit =
      git_hook === undefined
        ? []
        : [`${dry_run ? 'Would remove' : 'Removed'} git’s hook ${neutral(git_hook.file)}`];
    const unread = broken.slice(1).map(({ problem }) => neutral(problem));
    if (done.length === 0 && ofGit.length === 0 && broken.length === 0)
      return 'There are no hooks of ctx to remove.';
    const ofHosts = done.map(({ host, file, change, diff }) => {
      const [would, did] = change === 'deleted' ? ['Would delete', 'Deleted'] : ['Would change', 'Changed'];
      const verb = dry_run ? would : did;
      const head = `${verb} ${neutral(file)} (${styled(terminal, 'cyan', host)})`;
      return dry_run ? `${head}\n${diffLines(neutral(diff), terminal)}` : head;
    });
    return [...ofHosts, ...ofGit, ...unread].join('\n');
  },
});
