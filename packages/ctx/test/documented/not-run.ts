// Lines of the docs that no test runs from its page, each with the reason; the parser takes them all the same.

export interface Excused {
  /** How the line begins. */
  readonly line: string;
  readonly because: string;
}

const npm = 'asks npm’s registry; packing.test.ts and the clean-host contract install the packed program';
const agent = 'needs an installed agent with an account; real-hosts/drive.hosts.test.ts drives the real ones';
const inPostgres = 'needs a PostgreSQL server; fleets-docs.hosts.test.ts runs it on one';
const terminal = 'asks a person at a terminal';
const forMaintainers = 'works on a checkout of a program with releases; the tests of ctxctl run it';

/** Every line of these pages is run, as it stands there, by a test of its own. */
export const ownTests: Readonly<Record<string, string>> = {
  'docs/ci.md': 'packages/ctx/test/ci-docs.test.ts',
  'docs/error-handling.md': 'packages/ctx/test/error-handling.test.ts',
  'docs/evidence.md': 'packages/ctx/test/evidence-docs.test.ts',
};

export const notRun: Readonly<Record<string, readonly Excused[]>> = {
  'README.md': [
    { line: 'npm install && npm test', because: 'runs this test' },
    { line: 'npm i -g', because: npm },
  ],
  'docs/agents.md': [{ line: 'ctx run', because: agent }],
  'docs/audit-channel.md': [
    { line: 'ctxctl', because: forMaintainers },
    { line: 'git', because: forMaintainers },
  ],
  'docs/catalog.md': [
    { line: 'ctx catalog install skill:anthropics/pdf', because: 'fetches from a code host' },
    { line: 'ctx catalog install pdf --scope user', because: 'fetches from a code host' },
  ],
  'docs/chat.md': [
    { line: 'ctx', because: `${terminal}; chat.test.ts talks on a pseudo terminal` },
    { line: 'export CTX_MODEL', because: 'belongs to the lines below it' },
  ],
  'docs/clean-host-contract.md': [
    { line: 'npm', because: npm },
    { line: 'ctxctl', because: `${npm}; packages/ctxctl/src/contract/package/contract.test.ts runs it` },
    { line: 'ssh-keygen', because: 'checks what the contract wrote' },
  ],
  'docs/deep-links.md': [
    { line: 'ctx deep-link-mode --register', because: 'changes the desktop; deep-links.test.ts has its own' },
  ],
  'docs/editors.md': [{ line: 'ctx acp', because: 'speaks with an editor; acp-relay.test.ts' }],
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
  'docs/hooks.md': [
    { line: 'ctx hooks verify --live', because: 'starts real agents; real-hosts/live.hosts.test.ts' },
  ],
  'docs/install.md': [
    { line: 'npm', because: npm },
    { line: 'npx', because: npm },
  ],
  'docs/mcp.md': [
    {
      line: 'ctx mcp login',
      because: 'opens a server’s page in a browser; mcp-login.test.ts has such a server',
    },
    { line: 'claude mcp add', because: agent },
  ],
  'docs/memory.md': [
    {
      line: 'ctx pad merge',
      because: 'needs a merge that git could not do; merged-branches.test.ts makes one',
    },
    { line: 'git merge other-branch', because: 'needs that branch; merged-branches.test.ts has it' },
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
  'docs/sandbox.md': [
    { line: 'sudo', because: 'changes the machine' },
    { line: 'ctx trust', because: `${terminal}; sandboxed-runs.test.ts` },
  ],
  'docs/teleport.md': [
    { line: 'ctx teleport-mode', because: 'needs another machine; teleport.test.ts has two' },
  ],
  'docs/your-agents.md': [{ line: 'npm i -g', because: npm }],
};
