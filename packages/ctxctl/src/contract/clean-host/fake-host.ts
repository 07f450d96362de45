// A host that is not there: reads settings in the form of Claude Code and Codex as they would, and runs the hooks that
// an event reaches, each by the shell, with the event on stdin and a time limit.

import { readFileSync } from 'node:fs';
import { type Call, type Child, firstLine, runChild } from './child.js';
import { expectThat } from './step.js';

export interface InstalledHook {
  readonly event: string;
  readonly matcher: string;
  readonly command: string;
  readonly timeoutSeconds: number;
}

export interface HostEvent {
  readonly event: string;
  /** What a matcher is compared with: the tool's name, or how a session started. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface HookRun {
  readonly hook: InstalledHook;
  readonly event: HostEvent;
  readonly child: Child;
}

/** Everything that a settings file makes a host run. A form that a host would not accept is a problem of the file. */
export function installedHooks(settingsFile: string): InstalledHook[] {
  const settings: unknown = JSON.parse(readFileSync(settingsFile, 'utf8'));
  return entries(field(settings, 'hooks'), settingsFile).flatMap(([event, groups]) =>
    list(groups, settingsFile).flatMap((group) =>
      list(field(group, 'hooks'), settingsFile).map((hook) => {
        const command = field(hook, 'command');
        expectThat(
          field(hook, 'type') === 'command' && typeof command === 'string',
          `${settingsFile}: a hook of ${event} is not a command`,
        );
        const matcher = field(group, 'matcher');
        const timeout = field(hook, 'timeout');
        return {
          event,
          matcher: typeof matcher === 'string' ? matcher : '',
          command,
          timeoutSeconds: typeof timeout === 'number' ? timeout : 60,
        };
      }),
    ),
  );
}

/** Absent, empty or `*` is all; plain words are an exact list; anything else is a regular expression. */
export function matches(matcher: string, subject: string): boolean {
  if (matcher === '' || matcher === '*') return true;
  if (/^[\w\-,| ]+$/.test(matcher)) return matcher.split(/[|,]/).some((word) => word.trim() === subject);
  return new RegExp(matcher).test(subject);
}

export async function fire(
  hooks: readonly InstalledHook[],
  events: readonly HostEvent[],
  call: Pick<Call, 'cwd' | 'env' | 'signal' | 'confinement'>,
): Promise<HookRun[]> {
  const runs: HookRun[] = [];
  for (const event of events) {
    for (const hook of hooks.filter((each) => reaches(each, event))) {
      const input = `${JSON.stringify({ hook_event_name: event.event, cwd: call.cwd, ...event.payload })}\n`;
      const timeoutMs = hook.timeoutSeconds * 1000;
      const child = await runChild('sh', ['-c', hook.command], { ...call, input, timeoutMs });
      runs.push({ hook, event, child });
    }
  }
  return runs;
}

function reaches(hook: InstalledHook, { event, subject }: HostEvent): boolean {
  return hook.event === event && matches(hook.matcher, subject);
}

/** What a host would complain of: a block, a crash, a timeout, output that is no JSON although it begins like it. */
export function problemsOf({ hook, child }: HookRun): string[] {
  const of = `${hook.event} (${hook.matcher || '*'})`;
  if (child.timedOut) return [`${of} did not end within ${hook.timeoutSeconds} s`];
  if (child.exitCode === 2) return [`${of} blocked: exit 2, ${firstLine(child.stderr)}`];
  if (child.exitCode !== 0) return [`${of} failed: exit ${child.exitCode}, ${firstLine(child.stderr)}`];
  if (!child.stdout.startsWith('{')) return [];
  try {
    JSON.parse(child.stdout);
    return [];
  } catch {
    return [`${of} printed what is no JSON: ${firstLine(child.stdout)}`];
  }
}

/** Hooks that none of the events reached. */
export function unreached(hooks: readonly InstalledHook[], runs: readonly HookRun[]): string[] {
  return hooks
    .filter((hook) => !runs.some((run) => run.hook === hook))
    .map(({ event, matcher }) => `${event} (${matcher || '*'}) was never reached`);
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

function entries(value: unknown, file: string): [string, unknown][] {
  expectThat(typeof value === 'object' && value !== null, `${file} has no hooks`);
  return Object.entries(value);
}

function list(value: unknown, file: string): readonly unknown[] {
  expectThat(Array.isArray(value), `${file} has hooks of a form that no host accepts`);
  return value;
}
