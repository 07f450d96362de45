import { rmSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { columns, styled } from '../../cli/terminal.js';
import { hosts } from '../../hosts/known.js';
import { type ExaminedFile, type ExaminedHook, examineHosts } from '../../hosts/settings/examine.js';
import { tryHook } from '../../hosts/settings/trial.js';
import { initialise } from '../../memory/initialise.js';
import { addReminder } from '../../memory/remind.js';
import { projectRoot } from '../../project/root.js';
import { hostFlag, namedHosts, scopeFlag, wantedScopes } from './chosen-hosts.js';
import { hookAnswers, hookSchema, missingAnswers, missingSchema, problemWords } from './hooks-answer.js';

type Environment = Readonly<Record<string, string | undefined>>;

const token = 'ctx-hooks-verify: this reminder must reach the model';

export default clawable({
  name: 'hooks verify',
  group: 'hosts',
  summary: 'Run every installed hook with an event of its host and check the answer',
  description:
    'Starts the very command that is registered, as its host would, with an event in its host’s form, in a project made for it that has a due reminder. It must end with 0 and answer in the host’s form, and the prompt’s answer must hold that reminder. Also finds hooks of another version, of a path that is gone, in two scopes at once, and such that the host does not trust. Findings are the answer, not a failure: look at `sound`.',
  examples: [
    { line: 'ctx hooks verify', says: 'do the hooks really work?' },
    {
      line: 'ctx hooks verify --host claude-code --output-format json',
      says: 'for a program: sound, and each hook',
    },
  ],
  arguments: {},
  flags: { host: hostFlag, scope: scopeFlag },
  returns: t.Object(
    { sound: t.Boolean(), hooks: t.Array(hookSchema), missing: missingSchema },
    { additionalProperties: false },
  ),
  async run({ flags }, { env, cwd, clock }) {
    const root = projectRoot({ cwd, env });
    const chosen = namedHosts(flags.host) ?? hosts;
    const examined = await examineHosts(chosen, wantedScopes(flags.scope), { root, env });
    const files: ExaminedFile[] = [];
    for (const file of examined) files.push(await tried(file, clock.now(), env));
    const hooks = hookAnswers(files);
    const missing = missingAnswers(files);
    const allAnswer = hooks.every(({ problems }) => problems.length === 0);
    return { sound: hooks.length > 0 && missing.length === 0 && allAnswer, hooks, missing };
  },
  render({ sound, hooks, missing }, terminal) {
    if (hooks.length === 0) return 'No hooks of ctx are installed. `ctx init --hooks` installs them.';
    const rows = hooks.map(({ host, scope, event, problems }) => [
      host,
      scope,
      event,
      problems.length === 0
        ? styled(terminal, 'green', 'answers')
        : styled(terminal, 'red', problems.map((problem) => problemWords[problem]).join('; ')),
    ]);
    const gaps = missing.map(({ host, scope, event }) => `${host} ${scope}: no hook for ${event}\n`).join('');
    return `${columns(rows)}${gaps}\n${sound ? 'Every hook works.' : 'Something needs you.'}`;
  },
});

async function trialProject(now: number): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ctx-verify-')));
  const home = { HOME: folder };
  initialise({ cwd: folder, env: home });
  await addReminder({ root: folder }, token, now, 0);
  return folder;
}

/** One after the other: each starts a process. */
async function tried(file: ExaminedFile, now: number, env: Environment): Promise<ExaminedFile> {
  if (file.hooks.length === 0) return file;
  const folder = await trialProject(now);
  try {
    const hooks: ExaminedHook[] = [];
    for (const hook of file.hooks) {
      const works = await answersWell(file, hook, folder, env);
      hooks.push(works ? hook : { ...hook, problems: [...hook.problems, 'wrong_answer'] });
    }
    return { ...file, hooks };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answersWell(
  { host }: ExaminedFile,
  hook: ExaminedHook,
  folder: string,
  env: Environment,
): Promise<boolean> {
  const { exitCode, stdout } = await tryHook(hook, host, folder, env);
  if (exitCode !== 0) return false;
  if (stdout === '') return host.events[hook.event] !== 'prompt';
  try {
    JSON.parse(stdout);
  } catch {
    return false;
  }
  return host.events[hook.event] !== 'prompt' || stdout.includes(token);
}
