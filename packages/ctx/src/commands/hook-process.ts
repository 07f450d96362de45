// Answering a host as a process of its own, without the machinery that other commands share: a host starts one for every
// event and waits for it, and no usage error, no closed stream and no missing folder may ever block it.

import { writeAll } from '../cli/write-all.js';
import type { HookCall } from '../hooks/answer.js';
import { hookedProject } from '../hooks/hooked-project.js';
import { fieldsOf } from '../hosts/fields.js';
import { projectFolders } from '../hosts/folders.js';
import { readHookInput } from '../hosts/hook-input.js';

export async function runHookProcess(words: readonly string[]): Promise<never> {
  try {
    const { env } = process;
    const answer = await answerWherever({ words, input: readHookInput(), cwd: workingFolder(), env });
    if (answer !== '') writeAll(1, answer);
  } catch {
    // A host must not suffer from what is wrong with us; what can be told is in the project's log by now.
  }
  process.exit(0);
}

export interface Event extends Omit<HookCall, 'root'> {
  /** It may be gone. */
  readonly cwd: string | undefined;
}

/** What answers is loaded only in a project that has a memory: all others should notice nothing of ctx. */
export async function answerWherever({ cwd, ...event }: Event): Promise<string> {
  const { words, input, env } = event;
  const fields = fieldsOf(input.state === 'read' ? input.value : undefined);
  const folders = [...projectFolders(words[0] ?? '', fields, env), ...(cwd === undefined ? [] : [cwd])];
  const root = hookedProject(folders, env);
  if (root === undefined) return '';
  const { answerHook } = await import('../hooks/answer.js');
  return answerHook({ ...event, root });
}

/** It may be gone. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
