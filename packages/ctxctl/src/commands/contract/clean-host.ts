import { clawable, flag } from '../../../../ctx/src/kit/command.js';
import { nearest } from '../../../../ctx/src/kit/failures.js';
import { fail } from '../../codes.js';
import { Broken, Unusable } from '../../contract/clean-host/step.js';
import { answerOf, isRecord, lineOf, outcomeSchema, outcomeText, planOf } from './clean-host-answer.js';
import { type AskedContract, contractAsked } from './contract-asked.js';
import { evidenceFlags, evidenceKeeper } from './evidence-flags.js';
import { liveFrom } from './live-flags.js';

export default clawable({
  name: 'contract clean-host',
  group: 'maintain',
  summary: 'Install a package on a clean host and check its contract',
  description:
    'Installs a package the way its users get it and runs its programs. The package is a tarball, a folder that npm packs, or NAME@VERSION, which npm downloads with your settings. It is installed offline, into a fresh prefix and home. --config names a YAML file that lists commands and what each must do. Without it, each program must answer --help or --version and leave nothing behind. The contract catches files written elsewhere, processes left running, install scripts and programs that take too long. With bubblewrap, the programs cannot reach your home or the network. Each step records a verdict and a time. The first failing step ends the run and says where to look. Without --package, ctxctl checks the contract of ctx itself, the same as `npm run contract:clean-host`.',
  examples: [
    { line: 'ctxctl contract clean-host --package my-tool-1.2.0.tgz', says: 'a tarball from `npm pack`' },
    { line: 'ctxctl contract clean-host --package cowsay@1.6.0', says: 'a published version' },
    {
      line: 'ctxctl contract clean-host --package . --config clean-host.yaml',
      says: 'the package in this folder, with its own contract',
    },
    {
      line: 'ctxctl contract clean-host --only session --keep-temp',
      says: 'one step of ctx’s contract and the steps it needs; keep the files',
    },
  ],
  arguments: {},
  flags: {
    package: flag.text('a tarball, a folder, or NAME@VERSION (default: ctx, from this checkout)', 'PACKAGE'),
    config: flag.text(
      'the contract of the package; `ctxctl schema clean-host-config` describes the file',
      'FILE',
    ),
    fast: flag.switch('skip the slow steps'),
    only: flag.text('run this step and the steps it needs', 'STEP'),
    plan: flag.switch('list the steps and what each proves, and run nothing'),
    'keep-temp': flag.switch('keep the temporary folder'),
    'temp-root': flag.text(
      'work in this folder; it must be empty or left by an earlier run (default: a new one)',
      'DIR',
    ),
    offline: flag.switch('let npm use only its cache'),
    ...evidenceFlags,
    'run-live-claude': flag.switch(
      'also call a live Claude Code, which costs money: needs CTX_LIVE_CLAUDE_ACK=uses_quota',
    ),
    'live-claude-max-budget-usd': flag.decimal('the most that the live call may cost (default 0.05)', 'USD', {
      min: 0.01,
      max: 1,
    }),
    'claude-bin': flag.text('the program to call live (default claude)', 'FILE'),
  },
  long: true,
  returns: outcomeSchema,
  details: outcomeSchema,
  async run({ flags }, services) {
    const target = flags.package ?? 'ctx';
    const live = liveFrom(flags, services.cwd, services.env);
    const asked = await inOwnWords(target, async () => contractAsked(flags, live, services));
    checkStep(flags.only, asked);
    if (flags.plan) return planOf(asked.steps);
    const keeper = await evidenceKeeper(flags, services);
    const start = performance.now();
    const outcome = await inOwnWords(flags['temp-root'] ?? target, () =>
      asked.run(async (host, steps) => keeper?.keep(host, steps, asked.config)),
    );
    const data = answerOf(outcome, Math.round(performance.now() - start), keeper?.written());
    if (services.signal.aborted)
      throw fail('clean_host_called_off', { operation: 'contract', target: outcome.root, details: data });
    const failed = data.steps.find(({ verdict }) => verdict === 'failed');
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
  render: outcomeText,
});

/** What the machinery refuses, as a failure of ctxctl. */
async function inOwnWords<T>(target: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unusable)
      throw fail('package_unusable', {
        operation: 'contract',
        target,
        why: error.why,
        problem: error.message,
      });
    if (!(error instanceof Broken)) throw error;
    throw fail('clean_host_root_refused', { operation: 'contract', target, reason: error.message });
  }
}

function checkStep(only: string | undefined, { steps }: AskedContract): void {
  const names = steps.map(({ name }) => name);
  if (only === undefined || names.includes(only)) return;
  throw fail('clean_host_step_unknown', {
    operation: 'contract',
    target: only,
    steps: names,
    nearest: nearest(only, names),
  });
}
