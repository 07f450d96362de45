// Whether Codex trusts a hook: a hash of the hook as it is registered, kept under the hook's place in config.toml.
// The hash is that of Codex itself (hooks/src/engine/discovery.rs, config/src/fingerprint.rs): SHA-256 over the event,
// the matcher and the handler as JSON with sorted keys. A test compares it with what a real Codex says.

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { digestOf } from '../disk/digest.js';
import { readText } from '../disk/read.js';
import { Failure } from '../protocol/failure.js';
import { membersOf } from '../protocol/members.js';
import type { RegisteredHook } from './host.js';

/** The events whose matcher means something to Codex; for the others it is not part of the hash. */
const withMatcher = new Set(['PreToolUse', 'PostToolUse', 'SessionStart', 'SessionEnd']);

export function isTrusted(hook: RegisteredHook, configFile: string): boolean {
  const states = membersOf(membersOf(configIn(configFile)['hooks'])['state']);
  const hash = trustHash(hook);
  return trustKeys(hook).some((key) => membersOf(states[key])['trusted_hash'] === hash);
}

/** Codex resolves the links of its folder where a variable names it, and leaves them where nothing does. */
export function trustKeys(hook: RegisteredHook): string[] {
  const { file } = hook;
  const real = join(realpathSync(dirname(file)), basename(file));
  return [file, real].map((path) => trustKeyAt(path, hook));
}

/** Of a hook that stands at this path, also where that is no file: what a thread is begun with has a path, too. */
export function trustKeyAt(
  path: string,
  { event, group, handler }: Pick<RegisteredHook, 'event' | 'group' | 'handler'>,
): string {
  return `${path}:${labelOf(event)}:${group}:${handler}`;
}

export function trustHash({
  event,
  matcher,
  command,
  timeout,
}: Pick<RegisteredHook, 'event' | 'matcher' | 'command' | 'timeout'>): string {
  const identity = {
    event_name: labelOf(event),
    hooks: [{ async: false, command, timeout: secondsOf(event, timeout), type: 'command' }],
    ...(matcher !== undefined && withMatcher.has(event) ? { matcher } : {}),
  };
  return digestOf(JSON.stringify(identity));
}

/** As Codex takes it: a session's end cannot wait. */
function secondsOf(event: string, timeout: number | undefined): number {
  const [standard, most] = event === 'SessionEnd' ? [1, 3] : [600, Number.MAX_SAFE_INTEGER];
  return Math.min(most, Math.max(1, timeout ?? standard));
}

/** `UserPromptSubmit` as Codex writes it in keys: `user_prompt_submit`. */
function labelOf(event: string): string {
  return event.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
}

/** People write some kilobytes. */
const largestConfig = 1 << 22;

/** A config that is not there or cannot be read trusts nothing. */
function configIn(file: string): Readonly<Record<string, unknown>> {
  try {
    return membersOf(parse(readText(file, largestConfig)));
  } catch (error) {
    if (error instanceof Failure || error instanceof TomlError) return {};
    throw error;
  }
}
