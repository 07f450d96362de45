import { resolve } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { argument, flag, type Input, withShort } from '../cli/inputs.js';
import { neutral } from '../cli/terminal.js';
import type { DefaultModel } from '../config/default-model.js';
import { type Plan, planFrom, planFromFile } from '../config/plan.js';
import { isThere } from '../disk/is-there.js';
import { fail } from '../protocol/codes.js';
import { appendToSession } from '../runs/append-to-session.js';
import { startSession } from '../runs/start-session.js';
import { askingFrom } from './approver.js';
import { continueSession } from './continue-session.js';
import { foundDefault, trustedDefault } from './default-model.js';
import { isConfigFile, promptFrom } from './given-prompt.js';
import { orWithoutSandbox } from './or-without-sandbox.js';
import { answerOf, renderAnswer, sessionAnswer } from './session-answer.js';
import {
  agentFlags,
  askFlags,
  budgetFlags,
  modelFlags,
  overridesFrom,
  placeFlags,
  policyFlags,
} from './session-flags.js';
import { progressFlags, watchedSession } from './session-progress.js';
import { contextText, showContext, shownContext } from './shown-context.js';
import { defaultsAtFirst } from './shown-defaults.js';
import { withTrust } from './trust-gate.js';

const args = {
  prompt: argument.optional('what to do, in quotes; - reads it from stdin; or a session config file'),
};

const flags = {
  task: withShort('p', flag.text('the prompt; also a single word', 'TEXT')),
  continue: withShort('c', flag.switch('continue the newest session')),
  'no-stdin': flag.switch('do not add stdin to the prompt'),
  'run-id': flag.text('the id of the run (default r1)', 'ID'),
  out: flag.text('write the session to this file (its folder must exist)', 'FILE'),
  'show-context': flag.switch('print what the model would be told, with token counts, and send nothing'),
  remote: flag.text('run on a server that `ctx remote add` named; the session stays there', 'NAME'),
  append: flag.text('add the runs to this session instead of a new one', 'SESSION'),
  store: flag.text(
    'keep the session in a shared store; another call with the same --session-id takes it over. Others on this machine see flags: keep a password in PGPASSWORD',
    'URL',
  ),
  ...placeFlags,
  ...agentFlags,
  ...modelFlags,
  ...budgetFlags,
  ...policyFlags,
  ...askFlags,
  ...progressFlags,
};

export default clawable({
  name: 'run',
  group: 'run',
  summary: 'Run an agent on a task, and record the session',
  description:
    'Runs a model with tools, under a policy and budgets, on one task or on the runs of a config file. `ctx "fix the failing test"` is short for `ctx run "fix the failing test"`. An argument of one word is a config file, or with -c a prompt; -p takes any prompt. A pipe or a file on stdin is added to the prompt, up to 1 MiB (not with a config). The session is an append-only, hash-chained log. The exit code says how it ended: 0 only if every run completed, 2 for a timeout, 130 or 143 if it was cancelled, 1 for everything else, with the stop reason as the error’s code. Before the task the model gets a system prompt, the folder, date and git state, AGENTS.md and CLAUDE.md, the project’s brief and its skills: --show-context prints them, --no-context leaves them out. Scripts and deterministic runs get none of it. Flags win over the config; policies add up. With CTX_DETERMINISTIC=1 the same config gives the same bytes on every machine.',
  examples: [
    { line: 'ctx "fix the failing test"', says: 'one task, with the model that CTX_MODEL names' },
    { line: 'git diff | ctx run "review this"', says: 'add stdin to the prompt' },
    { line: 'ctx -c "now the docs"', says: 'continue the newest session' },
    { line: 'ctx run session.yaml', says: 'the runs of a config' },
    { line: 'ctx run -p hello --model script:hello.script.yaml', says: 'a prompt of one word, and a script' },
    { line: 'ctx run session.yaml --deny-tool bash --max-usd 0.10', says: 'stricter than the config' },
    { line: 'ctx run session.yaml --show-context', says: 'what the model would be told; nothing is sent' },
    {
      line: 'ctx run "fix the failing test" --agent codex',
      says: 'let another agent do it, under the same rules',
    },
    { line: 'ctx run "run the tests" --remote build', says: 'on another machine; see ctx remote add' },
    { line: 'ctx run more.yaml --append fix-the-test', says: 'add runs to an existing session' },
    {
      line: 'ctx run task.yaml --store postgres://ctx@db/fleets --session-id job-7',
      says: 'in a shared store: the same line on another machine takes over if this machine dies',
    },
  ],
  arguments: args,
  flags,
  returns: t.Union([sessionAnswer, shownContext]),
  details: sessionAnswer,
  long: true,
  async run(input, services) {
    const { remote } = input.flags;
    if (input.flags.store !== undefined && remote !== undefined) throw contradiction('--store', '--remote');
    if (input.flags.store !== undefined && input.flags.continue) throw contradiction('--store', '--continue');
    if (remote !== undefined) {
      const { runRemote } = await import('./reach/run-remote.js');
      return runRemote(remote, input.args.prompt, input.flags, services);
    }
    if (input.flags.continue) return continueSession(input.args.prompt, input.flags, services);
    const { append, out, 'session-id': id, 'sessions-dir': sessionsDir } = input.flags;
    if (append !== undefined) {
      if (out !== undefined) throw contradiction('--append', '--out');
      if (id !== undefined) throw contradiction('--append', '--session-id');
    }
    const { store } = input.flags;
    if (store !== undefined) {
      if (append !== undefined) throw contradiction('--store', '--append');
      if (out !== undefined) throw contradiction('--store', '--out');
    }
    const trusting = withTrust(input, services);
    const asking = await askingFrom(input.flags, trusting, configOf(input, services));
    // What is only shown is sent nowhere, and needs no trust.
    const findDefault = () =>
      input.flags['show-context'] ? foundDefault(services) : trustedDefault(trusting);
    const plan = await planOf(input, services, asking.canAsk, findDefault);
    if (input.flags['show-context']) return showContext(plan, services);
    showLoosened(plan, configOf(input, services), input, services);
    const defaults = defaultsAtFirst(input, services);
    defaults.of(plan.runs);
    const approving = { ...trusting, ...(await asking.approvals(plan)), emit: defaults.emit };
    if (store !== undefined) {
      const { runInStore } = await import('./run-in-store.js');
      const wanted = { plan, id, sessionsDir, running: approving, isText: isText(input) };
      return runInStore(store, wanted, services);
    }
    const place = { out, sessionId: id, sessionsDir };
    const start = (wanted: Plan) => {
      defaults.of(wanted.runs);
      return append === undefined
        ? startSession(wanted, place, approving)
        : appendToSession(append, wanted, sessionsDir, approving);
    };
    return answerOf(await orWithoutSandbox(plan, input, services, start), services.signal);
  },
  render: (answer, terminal) =>
    'shown_context' in answer ? contextText(answer, terminal) : renderAnswer(answer, terminal),
  watch: watchedSession,
  warnings: (answer) => answer.warnings,
});

function configOf({ args: { prompt } }: Input<typeof args, typeof flags>, { cwd }: Services) {
  return isConfigFile(prompt, cwd) ? prompt : undefined;
}

async function planOf(
  { args: { prompt: word }, flags: given }: Input<typeof args, typeof flags>,
  services: Services,
  asks: boolean,
  findDefault: () => Promise<DefaultModel | undefined>,
): Promise<Plan> {
  const { cwd, env } = services;
  const overrides = { ...overridesFrom(given), asks };
  if (isConfigFile(word, cwd)) {
    if (given.task !== undefined) throw contradiction('--task', word);
    refuseMissing(word, cwd);
    return planFromFile(word, cwd, env, overrides, findDefault);
  }
  const task = await promptFrom({ word, task: given.task, noStdin: given['no-stdin'] }, services);
  if (task === undefined) throw fail('task_missing', { operation: 'plan', target: 'task' });
  const otherwise = given.model === undefined && given.agent === undefined ? await findDefault() : undefined;
  const runs = [{ run_id: given['run-id'] ?? 'r1', task }];
  return planFrom({ runs }, cwd, cwd, env, { ...overrides, otherwise });
}

/** A plain word that no file is called by may have been meant as a prompt. */
function refuseMissing(word: string, cwd: string): void {
  const path = resolve(cwd, word);
  if (/^[\w-]+$/.test(word) && !isThere(path))
    throw fail('file_not_found', { operation: 'read', target: path, prompt: word });
}

/** People see it before anything happens; for machines the log says what was in force. */
function showLoosened(
  { loosened = [] }: Plan,
  config: string | undefined,
  input: Pick<Input, 'flags'>,
  { emit }: Services,
) {
  if (loosened.length === 0 || !isText(input)) return;
  const lines = loosened.map((line) => `  ${line}${beside(line)}\n`).join('');
  emit({ note: 'config', text: neutral(`note: ${config} changes these defaults of ctx:\n${lines}`) });
}

/** Such a rule may allow less than the default does, and yet more than that would: a destructive command. */
function beside(line: string): string {
  return line.startsWith('policy.allow: ')
    ? ' (the profile edit, which denies destructive commands, does not limit it)'
    : '';
}

function isText({ flags: shared }: Pick<Input, 'flags'>): boolean {
  return shared['output-format'] === 'text';
}
