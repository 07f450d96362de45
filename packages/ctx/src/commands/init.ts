import { join } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { neutral, styled, type Terminal } from '../cli/terminal.js';
import { installHook } from '../git/commit-hook.js';
import { driverState, setDriver } from '../git/merge-driver.js';
import { type Host, type HostPlaces, type Scope, scopes } from '../hosts/host.js';
import { hostNamed } from '../hosts/known.js';
import { installHooks } from '../hosts/settings/install.js';
import { programFor } from '../hosts/settings/registration.js';
import { initialise } from '../memory/initialise.js';
import { memoryDriver } from '../memory/merge/driver.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import {
  type BrokenSettings,
  brokenAnswers,
  brokenSchema,
  orBroken,
  orFirstBroken,
  otherProblems,
} from './hooks/broken-settings.js';
import { hostsToInstall } from './hooks/chosen-hosts.js';
import { gitHookSchema, gitHookText } from './hooks/git-hook-answer.js';
import { type ChangeAnswer, changeAnswer, changeSchema, diffLines } from './hooks/hooks-answer.js';
import { installSkills, skillSchema, skillText } from './init/skills.js';

const answer = t.Object(
  {
    root: t.String(),
    /** Paths in the project; with --dry-run those that would be made. */
    created: t.Array(t.String()),
    kept: t.Array(t.String()),
    /** Files that were there and got what they lacked. */
    changed: t.Array(t.String()),
    /** Whether git merges the memory item by item in this clone: set now, before, or no repository is here. */
    merge_driver: t.Enum(['set', 'kept', 'none', 'failed']),
    next: t.Array(t.String()),
    /** What --hooks did, or with --dry-run would do. */
    hooks: t.Optional(t.Array(changeSchema)),
    /** Settings files that cannot be read, and so got no hooks. */
    broken: t.Optional(brokenSchema),
    git_hook: t.Optional(gitHookSchema),
    /** What --skills did, or with --dry-run would do. */
    skills: t.Optional(t.Array(skillSchema)),
    dry_run: t.Optional(t.Boolean()),
  },
  closed,
);

export default clawable({
  name: 'init',
  group: 'memory',
  summary: 'Set up this project’s memory: its .context folder',
  description:
    'Creates .context/ with TASKS.md, DECISIONS.md, LEARNINGS.md, CONVENTIONS.md, config.yaml, a .gitignore for what is private, and a .gitattributes that lets git merge it item by item; in a git repository it also sets up that merge driver in .git/config. Existing files stay as they are, apart from missing lines of .gitattributes, so run it again in every clone. The project is the nearest folder upwards with .context or .git, never above your home folder, else the current folder. --hooks also registers ctx in the hosts on this machine (`ctx docs hooks`); `ctx hooks remove` restores their settings byte for byte.',
  examples: [
    { line: 'ctx init', says: 'set up this project' },
    { line: 'ctx init --hooks', says: 'also install hooks into the coding agents on this machine' },
    { line: 'ctx init --hooks --host codex --dry-run', says: 'show what would change, and change nothing' },
    { line: 'ctx init --skills', says: 'also install the skill that tells agents when to use ctx' },
    { line: 'ctx init --hooks --git', says: 'also name the sessions behind each commit' },
    { line: 'ctx init --output-format json', says: 'what was made, for a program' },
  ],
  arguments: {},
  flags: {
    hooks: flag.switch('register ctx in the hosts on this machine, too'),
    skills: flag.switch(
      'install ctx’s own skill into the hosts on this machine; `ctx catalog uninstall ctx` removes it',
    ),
    host: flag.texts('a host, or several with commas (default: those on this machine)', 'HOST'),
    scope: flag.choice('whose settings: yours (the default), the project’s, or yours in the project', scopes),
    git: flag.switch('with --hooks: also git’s hook that names the sessions behind each commit'),
    'dry-run': flag.switch('change nothing, show what --hooks and --skills would change'),
  },
  returns: answer,
  details: answer,
  showsDetails: true,
  async run({ flags }, services) {
    refuseIdleFlags(flags);
    const next = ['ctx pad add "…"', 'ctx task add "…"', 'ctx brief', 'git add .context'];
    if (!flags.hooks && !flags.skills) return { ...memoryOf(services), next };
    const { env, program } = services;
    const dryRun = flags['dry-run'];
    const root = projectRoot(services);
    const skills = async (dry: boolean) => {
      if (!flags.skills) return {};
      const hosts = hostsToInstall(flags.host, { root, env });
      const wish = { hosts, scope: flags.scope ?? 'user', root, dryRun: dry };
      return { skills: await installSkills(wish, services) };
    };
    await skills(true);
    if (!flags.hooks)
      return { ...memoryOf(services, dryRun), next, ...(await skills(dryRun)), dry_run: dryRun };
    // Hosts and settings are looked at first: what cannot be done is said before anything is made.
    const chosen = hostsToInstall(flags.host, { root, env }, flags.git);
    const starts = [process.execPath, join(program.shippedFolder, 'ctx.cjs')];
    if (flags.git) installHook(root, starts, env, true);
    const scope = flags.scope ?? 'user';
    const files = chosen.map((host) => ({ host, file: settingsFileOf(host, scope, { root, env }) }));
    const start = programFor(scope, program.shippedFolder);
    const broken: BrokenSettings[] = [];
    for (const { host, file } of files)
      await orBroken({ host, file }, broken, () => installHooks(host, file, start, env, true));
    const sound = files.filter(({ file }) => !broken.some((one) => one.file === file));
    const [first] = broken;
    if (first !== undefined && sound.length === 0 && !flags.git) throw first.failure;
    const memory = memoryOf(services, dryRun);
    const hooks: ChangeAnswer[] = [];
    for (const { host, file } of sound) {
      hooks.push(await changeAnswer(host, scope, await installHooks(host, file, start, env, dryRun)));
    }
    const git_hook = flags.git ? { git_hook: installHook(root, starts, env, dryRun) } : {};
    const done = {
      ...memory,
      next: ['ctx hooks verify', ...next],
      hooks,
      ...(broken.length > 0 && { broken: await brokenAnswers(broken, program.name) }),
      ...git_hook,
      ...(await skills(dryRun)),
      dry_run: dryRun,
    };
    return orFirstBroken(done, broken);
  },
  render(
    { root, created, kept, changed, merge_driver, next, hooks, broken, git_hook, skills, dry_run },
    terminal,
  ) {
    const hosts = (hooks ?? []).map((change) => hookLines(change, dry_run === true, terminal)).join('');
    const unread = otherProblems(broken);
    const ofSkills = (skills ?? []).map((one) => skillText(one, terminal)).join('');
    const registered = `${hosts}${unread}${git_hook === undefined ? '' : `  ${gitHookText(git_hook)}\n`}${ofSkills}`;
    const made = [
      ...created,
      ...changed.map((path) => `${path}, what it lacked`),
      ...(merge_driver === 'set' ? ['the merge driver in .git/config'] : []),
    ]
      .map((what) => `  ${styled(terminal, 'green', '+')} ${what}\n`)
      .join('');
    if (dry_run) {
      const same =
        made === '' && [...(hooks ?? []), ...(skills ?? [])].every(({ change }) => change === 'unchanged');
      const memory = made === '' ? '' : `\nThe memory of ${root}:\n${made}`;
      return `${same ? 'Nothing would change.' : 'Nothing was changed. ctx init would add:'}\n${memory}${registered}`;
    }
    const rest = kept.length === 0 ? '' : `  ${kept.length} already there and left alone\n`;
    const steps = next
      .map((line) => `  ${styled(terminal, 'cyan', line.padEnd(18))}${stepWords[line] ?? ''}\n`)
      .join('');
    const head = created.length === 0 ? `${root} already has a memory.` : `Created the memory of ${root}:`;
    return `${head}\n${made}${rest}${registered}\nNext:\n${steps}`;
  },
  warnings: ({ hooks = [], git_hook, merge_driver }) => [
    ...(git_hook?.shared === true
      ? [`${git_hook.file} is the hook of every repository with this core.hooksPath`]
      : []),
    ...(merge_driver === 'failed'
      ? [
          'the merge driver could not be set in .git/config: git will leave conflicts that `ctx doctor --fix` merges',
        ]
      : []),
    ...hooks.flatMap(({ host }) => {
      const known = hostNamed(host);
      return known?.trust === undefined
        ? []
        : [`${known.title} skips hooks until you have trusted them: ${known.trust.how}`];
    }),
    ...hooks.flatMap(({ host }) => hostNamed(host)?.unproved ?? []),
    ...(hooks.some(({ scope }) => scope === 'project')
      ? [
          'the project’s settings now start `ctx-hook` by its name: it works for everybody who has run `npm install -g ctx-cli`, and says so to the others',
        ]
      : []),
  ],
});

const stepWords: Readonly<Record<string, string>> = {
  'ctx hooks verify': 'see that the hooks really work',
  'ctx pad add "…"': 'keep a private note',
  'ctx task add "…"': 'add a task',
  'ctx brief': 'what an agent should read first',
  'git add .context': 'share it',
};

function memoryOf(services: Services, dryRun = false) {
  const { root, created, kept, changed } = initialise(services, dryRun);
  const merge_driver = mergesIn(root, services, dryRun);
  return { root, created: [...created], kept: [...kept], changed: [...changed], merge_driver };
}

function mergesIn(root: string, { program }: Services, dryRun: boolean): 'set' | 'kept' | 'none' | 'failed' {
  const driver = memoryDriver(program.shippedFolder);
  const state = driverState(root, driver);
  if (state === 'no_repository' || state === 'no_git') return 'none';
  if (state === 'set') return 'kept';
  return dryRun || setDriver(root, driver) === undefined ? 'set' : 'failed';
}

function settingsFileOf(host: Host, scope: Scope, places: HostPlaces): string {
  const file = host.settingsFiles(places)[scope];
  if (file !== undefined) return file;
  throw fail('host_scope_missing', {
    operation: 'find_settings',
    target: host.name,
    host: host.title,
    scope,
  });
}

function refuseIdleFlags(flags: {
  readonly hooks: boolean;
  readonly skills: boolean;
  readonly host: readonly string[];
  readonly scope: Scope | undefined;
  readonly git: boolean;
  readonly 'dry-run': boolean;
}) {
  const needsHooks = { '--git': flags.git && !flags.hooks };
  const needsEither = {
    '--host': flags.host.length > 0,
    '--scope': flags.scope !== undefined,
    '--dry-run': flags['dry-run'],
  };
  const idle = { ...needsHooks, ...(flags.hooks || flags.skills ? {} : needsEither) };
  for (const [target, given] of Object.entries(idle)) {
    if (given) throw fail('flag_needs', { operation: 'argparse', target, other: '--hooks' });
  }
}

function hookLines({ host, file, change, diff }: ChangeAnswer, dryRun: boolean, terminal: Terminal): string {
  if (change === 'unchanged') return `  ${host}: the hooks are in ${neutral(file)} already\n`;
  if (!dryRun) return `  ${styled(terminal, 'green', '+')} hooks of ${host} in ${neutral(file)}\n`;
  return `\n${neutral(file)} (${host}):\n${diffLines(neutral(diff), terminal)}`;
}
