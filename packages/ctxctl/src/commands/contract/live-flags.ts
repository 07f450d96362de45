// The flags of the live step, which refuse before anything is built or spent.

import { resolve } from 'node:path';
import { fail } from '../../codes.js';
import { isProgram, type LiveClaude, liveCredentials, liveGate } from '../../contract/ctx/live-claude.js';

type Variables = Readonly<Record<string, string | undefined>>;

export interface LiveFlags {
  readonly 'run-live-claude': boolean;
  readonly 'live-claude-max-budget-usd'?: number | undefined;
  readonly 'claude-bin'?: string | undefined;
}

export function liveFrom(flags: LiveFlags, cwd: string, env: Variables): LiveClaude | undefined {
  const program = claudeFrom(flags['claude-bin'], cwd);
  if (flags['claude-bin'] !== undefined) checkClaude(program, env);
  if (!flags['run-live-claude']) return undefined;
  const gate = liveGate(env);
  if (gate !== 'open')
    throw fail('live_claude_refused', { operation: 'contract', target: 'live-claude', gate });
  checkClaude(program, env);
  return { program, maxUsd: flags['live-claude-max-budget-usd'] ?? 0.05, credentials: liveCredentials(env) };
}

/** A name is looked for on PATH; a path is one from here. */
function claudeFrom(given = 'claude', cwd: string): string {
  return given.includes('/') ? resolve(cwd, given) : given;
}

function checkClaude(program: string, env: Variables): void {
  if (!isProgram(program, env)) throw fail('live_claude_missing', { operation: 'contract', target: program });
}
