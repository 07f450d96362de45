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
import { hostFlag, namedHosts, scopeFlag, wantedScopes } from './chosen-hosts.js';
import { gitHookSchema } from './git-hook-answer.js';
import { type ChangeAnswer, changeAnswer, changeSchema, diffLines } from './hooks-answer.js';

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
  returns: t.Object(
    { dry_run: t.Boolean(), changes: t.Array(changeSchema), git_hook: t.Optional(gitHookSchema) },
    closed,
  ),
  async run({ flags }, { env, cwd }) {
    const places = { root: projectRoot({ cwd, env }), env };
    const changes: ChangeAnswer[] = [];
    for (const host of namedHosts(flags.host) ?? hosts) {
      for (const scope of wantedScopes(flags.scope)) {
        const file = host.settingsFiles(places)[scope];
        if (file === undefined) continue;
        changes.push(await changeAnswer(host, scope, await removeHooks(host, file, env, flags['dry-run'])));
      }
    }
    const git_hook =
      flags.host.length === 0 && flags.scope === undefined
        ? removeHook(places.root, env, flags['dry-run'])
        : undefined;
    const allOfTheUsers = flags.host.length === 0 && wantedScopes(flags.scope).includes('user');
    if (allOfTheUsers && !flags['dry-run']) {
      forgetGuards(env);
      forgetResults(env);
    }
    return {
      dry_run: flags['dry-run'],
      changes,
      ...(git_hook !== undefined && git_hook.change !== 'unchanged' && { git_hook }),
    };
  },
  render({ dry_run, changes, git_hook }, terminal) {
    const done = changes.filter(({ change }) => change === 'changed' || change === 'deleted');
    const ofGit =
      git_hook === undefined
        ? []
        : [`${dry_run ? 'Would remove' : 'Removed'} git’s hook ${neutral(git_hook.file)}`];
    if (done.length === 0 && ofGit.length === 0) return 'There are no hooks of ctx to remove.';
    const ofHosts = done.map(({ host, file, change, diff }) => {
      const [would, did] = change === 'deleted' ? ['Would delete', 'Deleted'] : ['Would change', 'Changed'];
      const verb = dry_run ? would : did;
      const head = `${verb} ${neutral(file)} (${styled(terminal, 'cyan', host)})`;
      return dry_run ? `${head}\n${diffLines(neutral(diff), terminal)}` : head;
    });
    return [...ofHosts, ...ofGit].join('\n');
  },
});
