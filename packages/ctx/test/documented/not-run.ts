// Lines of the docs that no test runs from its page, each with the reason; the parser takes them all the same.

export interface Excused {
  /** How the line begins. */
  readonly line: string;
  readonly because: string;
}

const inPostgres = 'needs a PostgreSQL server; fleets-docs.hosts.test.ts runs it on one';
const onInstall = 'stands on docs/install.md as well, where documented-with-npm.test.ts runs it';
const ofCtx =
  'takes minutes: it is the gate’s own contract; packages/ctxctl/src/contract/ctx/contract.hosts.test.ts runs it';

/** Every line of these pages is run, as it stands there, by a test of its own. */
export const ownTests: Readonly<Record<string, string>> = {
  'docs/clean-host-contract.md': 'packages/ctx/test/documented-with-npm.test.ts',
  'docs/install.md': 'packages/ctx/test/documented-with-npm.test.ts',
  'docs/ci.md': 'packages/ctx/test/ci-docs.test.ts',
  'docs/error-handling.md': 'packages/ctx/test/error-handling.test.ts',
  'docs/evidence.md': 'packages/ctx/test/evidence-docs.test.ts',
};

export const notRun: Readonly<Record<string, readonly Excused[]>> = {
  'README.md': [
    { line: 'npm install && npm test', because: 'runs this test' },
    { line: 'npm i -g ctx-cli', because: onInstall },
  ],
  'docs/clean-host-contract.md': [{ line: 'npm run contract:clean-host', because: ofCtx }],
  'docs/hooks.md': [
    {
      line: 'ctx hooks verify --live --host codex',
      because: 'needs Codex in that folder; real-hosts/live.hosts.test.ts installs it',
    },
  ],
  'docs/mcp.md': [
    { line: 'claude mcp add', because: 'calls Claude Code, which keeps the line in its own settings' },
  ],
  'docs/sandbox.md': [{ line: 'sudo', because: 'changes the machine' }],
  'docs/teleport.md': [
    {
      line: 'ctx teleport-mode --cancel',
      because: 'asks a person at a terminal, once a machine is gone; teleport-gone.test.ts has both',
    },
  ],
  'docs/fleets.md': [
    { line: 'ctx fleet migrate', because: inPostgres },
    { line: 'ctx fleet work', because: inPostgres },
    { line: 'ctx fleet run nightly.yaml --slots', because: inPostgres },
    { line: 'ctx fleet resume', because: 'needs a fleet that was stopped; fleet-killed.test.ts has one' },
    {
      line: 'ctx run task.yaml --store',
      because: 'needs a PostgreSQL server; takeover.hosts.test.ts has one',
    },
    {
      line: 'export CTX_STORE',
      because: 'belongs to the lines below it; fleets-docs.hosts.test.ts runs all five',
    },
  ],
  'docs/reliability.md': [
    { line: 'npm run faults', because: 'takes minutes; `npm run faults` is its own gate' },
  ],
  'docs/remote.md': [
    {
      line: 'ssh ',
      because: 'needs another machine; real-hosts/two-machines.hosts.test.ts runs the five lines on two',
    },
    { line: '(umask', because: 'belongs to those five' },
    { line: 'ctx remote add', because: 'belongs to those five' },
    { line: 'ctx run', because: 'belongs to those five' },
  ],
};
