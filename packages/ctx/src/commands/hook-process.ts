// Answering a host as a process of its own, without the machinery that other commands share: a host starts one for every
// event and waits for it. No usage error, no closed stream and no missing folder blocks it; but a tool that nobody could
// judge must not run.

import { userChoice } from '../capture/wanted.js';
import { wordsOf } from '../cli/wording.js';
import { writeAll } from '../cli/write-all.js';
import type { HookCall } from '../hooks/answer.js';
import { cannotJudge, type Denied, memoryGone } from '../hooks/cannot-judge.js';
import { guardingProjects, hasMemory, hookedProjects } from '../hooks/hooked-project.js';
import { denialIn } from '../hosts/denial.js';
import { projectFolders } from '../hosts/folders.js';
import { guards } from '../hosts/guarded.js';
import { readHookInput } from '../hosts/hook-input.js';
import type { HostReply } from '../protocol/host-event.js';
import { membersOf } from '../protocol/members.js';

export async function runHookProcess(words: readonly string[]): Promise<never> {
  const { env } = process;
  let answer: string;
  try {
    answer = await answerWherever({ words, input: readHookInput(), cwd: workingFolder(), env });
  } catch (error) {
    answer = lastAnswer(words, error);
  }
  try {
    if (answer !== '') writeAll(1, answer);
  } catch {
    // Nobody reads it; where it would have been a no, the exit code says it once more.
    if (guards(words)) process.exit(2);
  }
  // Who listens has something to write; without, `exit` would only be 0.1 ms on the way to the same end.
  if (process.listenerCount('exit') > 0) process.exit(0);
  process.reallyExit(0);
}

declare global {
  namespace NodeJS {
    interface Process {
      reallyExit(code: number): never;
    }
  }
}

/** It needs no file: what went wrong may be that files cannot be loaded. */
function lastAnswer(words: readonly string[], error: unknown): string {
  return guards(words)
    ? denied(words, cannotJudge(error instanceof Error ? error.message : String(error)))
    : '';
}

function denied([host = '']: readonly string[], { refusal, message }: Denied): string {
  return `${JSON.stringify(denialIn(host, refusal, message))}\n`;
}

export interface Event extends Omit<HookCall, 'root'> {
  /** It may be gone. */
  readonly cwd: string | undefined;
}

/** What answers is loaded only in a project that has a memory: all others should notice nothing of ctx. */
export async function answerWherever({ cwd, ...event }: Event): Promise<string> {
  const { words, input, env } = event;
  const fields = membersOf(input.state === 'read' ? input.value : undefined);
  const folders = [...projectFolders(words[0] ?? '', fields, env), ...(cwd === undefined ? [] : [cwd])];
  // Where a tool would run is the agent's to choose; the host itself works in the last of these folders.
  const projects = guards(words) ? guardingProjects(folders, env) : hookedProjects(folders, env);
  const [root, ...around] = projects;
  const guarding = () => guardingProjects(folders, env);
  if (root === undefined) {
    // Of an event that guards, these were looked for.
    const isCaptured = !guards(words) && (await isCapturedIn(guarding, event));
    if (!isCaptured) await captureWhereWanted(folders[0], event);
    return '';
  }
  const gone = projects.find((each) => !hasMemory(each));
  if (gone !== undefined) {
    const denial = memoryGone(gone);
    await isCapturedIn(() => projects, event, denial);
    return denied(words, denial);
  }
  const { answerHook } = await import('../hooks/answer.js');
  return answerHook({ explain: inWords, ...event, root, around, guarding });
}

/** Few events have anything to explain. */
const inWords: HookCall['explain'] = async (failure) =>
  wordsOf((await import('../cli/words.js')).words, failure, 'ctx').message;

/** The log of a session that began in one of these projects goes on, whatever became of them; nothing else is answered for it. */
async function isCapturedIn(
  projectsThere: () => readonly string[],
  event: Omit<HookCall, 'root'>,
  reply: HostReply = {},
): Promise<boolean> {
  try {
    const projects = projectsThere();
    if (projects.length === 0) return false;
    const { captureWhereBegun } = await import('../hooks/capture-only.js');
    return await captureWhereBegun(projects, event, reply);
  } catch {
    // Where a session is captured never changes what its host is answered.
    return false;
  }
}

/** Only a user who says so has sessions captured where there is no memory. */
async function captureWhereWanted(folder: string | undefined, event: Omit<HookCall, 'root'>): Promise<void> {
  if (folder === undefined || !(await wantsAll(event.env))) return;
  const { captureOnly } = await import('../hooks/capture-only.js');
  await captureOnly(folder, event);
}

/** A config that cannot be read wants nothing: `ctx doctor` and every other command say so. */
async function wantsAll(env: HookCall['env']): Promise<boolean> {
  try {
    return (await userChoice(env)) === 'all';
  } catch {
    return false;
  }
}

/** It may be gone. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
