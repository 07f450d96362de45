import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import * as t from 'typebox';
import { clawable, columns, flag, styled, type Terminal } from '../../../../ctx/src/kit/command.js';
import { nearest } from '../../../../ctx/src/kit/failures.js';
import { fail } from '../../codes.js';
import { npmShared } from '../../contract/clean-host/npm-shared.js';
import { Broken, type StepRecord, type Verdict, verdicts } from '../../contract/clean-host/step.js';
import { contractSteps, runContract } from '../../contract/ctx/contract.js';
import { isProgram, liveCredentials, liveGate } from '../../contract/ctx/live-claude.js';
import { repositoryRoot } from '../../repository.js';

const closed = { additionalProperties: false };

const stepFields = {
  name: t.String(),
  proves: t.String(),
  verdict: t.Enum([...verdicts]),
  milliseconds: t.Integer(),
  facts: t.Object({}),
  problems: t.Array(t.String()),
  triage: t.Optional(t.String()),
};

const outcome = t.Object(
  {
    passed: t.Boolean(),
    root: t.String(),
    kept: t.Boolean(),
    milliseconds: t.Integer(),
    steps: t.Array(t.Object(stepFields, closed)),
  },
  closed,
);

export default clawable({
  name: 'contract clean-host',
  group: 'maintain',
  summary: 'Pack what users get, install it on a clean host, and drive it there',
  description:
    'Builds the committed tree in a throw-away clone, installs the tarball into a fresh prefix under a temporary root, and drives the installed program with an environment of its own: help, hooks, hosts, scanning, sessions, memory, uninstalling. The checkout and the real home are compared before and after. Each step has a verdict, a time and a record; the first that fails ends it, with what to look at. Run it as `npm run contract:clean-host`.',
  examples: [
    { line: 'ctxctl contract clean-host', says: 'the whole contract' },
    {
      line: 'ctxctl contract clean-host --fast',
      says: 'without the real hosts and the help of every command',
    },
    {
      line: 'ctxctl contract clean-host --only session --keep-temp',
      says: 'one step and what it needs, to look at after',
    },
  ],
  arguments: {},
  flags: {
    fast: flag.switch('leave out the slow steps: the real hosts, the help of every command'),
    only: flag.text('this step and those that it needs', 'STEP'),
    plan: flag.switch('name the steps and what each proves, and do nothing'),
    'keep-temp': flag.switch('leave the temporary root where it is'),
    'temp-root': flag.text(
      'the folder to work in, empty or of an earlier contract (default: a fresh one)',
      'DIR',
    ),
    offline: flag.switch('npm uses its cache and nothing else'),
    'run-live-claude': flag.switch(
      'also ask a live Claude Code, which costs: needs CTX_LIVE_CLAUDE_ACK=uses_quota',
    ),
    'live-claude-max-budget-usd': flag.decimal('what that may cost (default 0.05)', 'USD', {
      min: 0.01,
      max: 1,
    }),
    'claude-bin': flag.text('the program to ask live (default claude)', 'FILE'),
  },
  long: true,
  returns: outcome,
  details: outcome,
  async run({ flags }, services) {
    const { env, cwd, signal, program, emit } = services;
    const checkout = repositoryRoot(cwd);
    checkStep(flags.only);
    const claude = claudeFrom(flags['claude-bin'], cwd);
    if (flags['claude-bin'] !== undefined) checkClaude(claude, env);
    if (flags.plan) return { passed: false, root: '', kept: false, milliseconds: 0, steps: plannedSteps() };
    const start = performance.now();
    const live = flags['run-live-claude']
      ? liveFrom(env, claude, flags['live-claude-max-budget-usd'])
      : undefined;
    const { root, kept, steps } = await conduct({
      checkout,
      ctxctl: join(program.shippedFolder, 'ctxctl.cjs'),
      outside: env,
      homes: [...new Set([env['HOME'] || homedir(), userInfo().homedir])],
      shared: npmShared(cwd),
      offline: flags.offline,
      tempRoot: flags['temp-root'] === undefined ? undefined : resolve(cwd, flags['temp-root']),
      keepTemp: flags['keep-temp'],
      fast: flags.fast,
      only: flags.only,
      live,
      signal,
      onRecord: emit,
    });
    const milliseconds = Math.round(performance.now() - start);
    const passed = steps.every(({ verdict }) => verdict === 'passed' || verdict === 'left_out');
    const data = { passed, root, kept, milliseconds, steps: steps.map(answer) };
    if (signal.aborted)
      throw fail('clean_host_called_off', { operation: 'contract', target: root, details: data });
    const failed = steps.find(({ verdict }) => verdict === 'failed');
    if (failed === undefined) return data;
    throw fail('clean_host_broken', {
      operation: 'contract',
      target: failed.name,
      problems: failed.problems,
      triage: failed.triage ?? '',
      details: data,
    });
  },
  live: (event, terminal) => (isRecord(event) ? lineOf(event, terminal) : undefined),
  render({ steps, milliseconds, root, kept }, terminal) {
    if (root === '') return columns(steps.map(({ name, proves }) => [name, proves]));
    const longest = steps
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
      .filter((step) => step.milliseconds > 0);
    const rows = longest.map((step) => [
      `${(step.milliseconds / 1000).toFixed(1)} s`,
      step.name,
      `${Math.round((100 * step.milliseconds) / milliseconds)} %`,
    ]);
    const where = kept ? `\nThe temporary root is left: ${root}` : '';
    return `${styled(terminal, 'green', 'The clean-host contract holds.')} ${(milliseconds / 1000).toFixed(1)} s, of which\n${columns(rows, '  ')}${where}`;
  },
});

async function conduct(contract: Parameters<typeof runContract>[0]) {
  try {
    return await runContract(contract);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    throw fail('clean_host_root_refused', {
      operation: 'contract',
      target: contract.tempRoot ?? '',
      reason: error.message,
    });
  }
}

function checkStep(only: string | undefined): void {
  const names = contractSteps.map(({ name }) => name);
  if (only === undefined || names.includes(only)) return;
  throw fail('clean_host_step_unknown', {
    operation: 'contract',
    target: only,
    steps: names,
    nearest: nearest(only, names),
  });
}

/** A name is looked for on PATH; a path is one from here. */
function claudeFrom(given = 'claude', cwd: string): string {
  return given.includes('/') ? resolve(cwd, given) : given;
}

function checkClaude(program: string, env: Readonly<Record<string, string | undefined>>): void {
  if (!isProgram(program, env)) throw fail('live_claude_missing', { operation: 'contract', target: program });
}

/** Refuses before anything is built or spent. */
function liveFrom(env: Readonly<Record<string, string | undefined>>, program: string, maxUsd = 0.05) {
  const gate = liveGate(env);
  if (gate !== 'open')
    throw fail('live_claude_refused', { operation: 'contract', target: 'live-claude', gate });
  checkClaude(program, env);
  return { program, maxUsd, credentials: liveCredentials(env) };
}

function plannedSteps() {
  return contractSteps.map(({ name, proves, triage }) => {
    const verdict: Verdict = 'not_reached';
    return { name, proves, triage, verdict, milliseconds: 0, facts: {}, problems: [] };
  });
}

function answer(record: StepRecord) {
  return { ...record, problems: [...record.problems] };
}

function isRecord(event: object): event is StepRecord {
  return 'verdict' in event;
}

function lineOf({ name, verdict, milliseconds, problems, triage }: StepRecord, terminal: Terminal): string {
  const words: Record<Verdict, string> = {
    passed: styled(terminal, 'green', 'passed     '),
    failed: styled(terminal, 'red', 'FAILED     '),
    left_out: styled(terminal, 'dim', 'left out   '),
    not_reached: styled(terminal, 'dim', 'not reached'),
  };
  const time = milliseconds === 0 ? '' : `${(milliseconds / 1000).toFixed(1)} s`;
  const lines = problems.map((problem) => `      ${problem}\n`).join('');
  const look = triage === undefined ? '' : `      → ${triage}\n`;
  return `${words[verdict]} ${name.padEnd(12)} ${time.padStart(7)}\n${lines}${look}`;
}
