// The live gate: the one step that may cost money. It refuses before anything is built unless the person at the
// keyboard said so, brought credentials in the environment, and set a limit.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { succeeded } from '../clean-host/host.js';
import { machineProgram } from '../clean-host/machine-program.js';
import { expectNone, expectThat } from '../clean-host/step.js';
import { writeTree } from '../package/command-steps.js';
import type { CtxStep } from './subject.js';

export interface LiveClaude {
  /** The program; `claude` on PATH unless said otherwise. */
  readonly program: string;
  readonly maxUsd: number;
  readonly credentials: Readonly<Record<string, string>>;
}

type Variables = Readonly<Record<string, string | undefined>>;

const acknowledgement = 'uses_quota';
const credentialNames = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];

/** Whether the gate may open. What is missing is for the caller to say, before anything else happens. */
export function liveGate(env: Variables): 'no_acknowledgement' | 'no_credentials' | 'open' {
  if (env['CTX_LIVE_CLAUDE_ACK'] !== acknowledgement) return 'no_acknowledgement';
  return Object.keys(liveCredentials(env)).length === 0 ? 'no_credentials' : 'open';
}

/** Whether a path, or a name on PATH, can be started. */
export function isProgram(program: string, env: Variables): boolean {
  if (program.includes('/')) return machineProgram(basename(program), dirname(program)) !== undefined;
  return machineProgram(program, env['PATH']) !== undefined;
}

/** From the environment alone; those of the real home are never looked for. */
export function liveCredentials(env: Variables): Record<string, string> {
  return Object.fromEntries(
    credentialNames.flatMap((name) => {
      const value = env[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

const sentinelName = 'live-claude-hooks.jsonl';

export function liveClaudeStep({ program, maxUsd, credentials }: LiveClaude): CtxStep {
  return {
    name: 'live-claude',
    proves: 'a live Claude Code runs hooks on the clean host, within its budget',
    triage: `look at ${sentinelName} under the temporary root with --keep-temp, and at what claude printed`,
    needs: ['hooks'],
    async run(subject) {
      const { places, env } = subject;
      const cwd = join(places.root, 'live');
      const sentinel = join(places.root, sentinelName);
      writeTree(cwd, { '.claude/settings.local.json': sentinelSettings(sentinel) });
      const claude = (words: string[]) =>
        subject.run(program, words, { cwd, env: { ...env, ...credentials }, timeoutMs: 180_000 });
      const version = await succeeded('claude --version', claude(['--version']));
      await succeeded('claude auth status', claude(['auth', 'status']));
      await succeeded(
        'claude -p',
        claude([
          '-p',
          'Run the shell command `true` with your Bash tool, once, then answer with the word done.',
          '--output-format',
          'json',
          '--allowedTools',
          'Bash(true)',
          '--max-budget-usd',
          String(maxUsd),
        ]),
      );
      const records = sentinelRecords(sentinel);
      expectNone(
        ['PostToolUse', 'Stop']
          .filter((event) => !records.some((record) => record.event === event && record.cwd === cwd))
          .map((event) => `${sentinelName} has no ${event} of ${cwd}`),
      );
      return { version: version.stdout.trim(), max_usd: maxUsd, events: records.map(({ event }) => event) };
    },
  };
}

interface SentinelRecord {
  readonly event: string;
  readonly cwd: string;
}

/** A hook that appends the event and its folder to a file, and reads nothing but the event. */
export function sentinelCommand(sentinel: string): string {
  const script =
    'let t="";process.stdin.on("data",(d)=>{t+=d}).on("end",()=>{const e=JSON.parse(t);require("fs").appendFileSync(process.argv[1],JSON.stringify({event:e.hook_event_name,cwd:e.cwd})+"\\n")})';
  return `'${process.execPath}' -e '${script}' '${sentinel}'`;
}

export function sentinelHooks(sentinel: string, events: readonly string[]): object {
  const hook = { type: 'command', command: sentinelCommand(sentinel), timeout: 30 };
  return Object.fromEntries(events.map((event) => [event, [{ hooks: [hook] }]]));
}

function sentinelSettings(sentinel: string): string {
  return `${JSON.stringify({ hooks: sentinelHooks(sentinel, ['PostToolUse', 'Stop']) }, null, 2)}\n`;
}

export function sentinelRecords(sentinel: string): SentinelRecord[] {
  expectThat(existsSync(sentinel), `${sentinel} was not written: no hook ran`);
  const lines = readFileSync(sentinel, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
