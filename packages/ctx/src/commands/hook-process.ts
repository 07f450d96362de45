// `ctx hook` as a process: hosts start one for every event, so it does without the machinery that other commands share,
// and loads what answers an event only where there is one to answer.

import { writeAll } from '../cli/write-all.js';
import { hookedProject } from '../hooks/hooked-project.js';
import { fieldsOf } from '../hosts/fields.js';
import { projectFolders } from '../hosts/folders.js';
import { readHookInput } from '../hosts/hook-input.js';
import { answerEvent } from './hook-event.js';

export async function runHookProcess(words: readonly string[]): Promise<never> {
  const { env } = process;
  try {
    const input = readHookInput();
    const fields = fieldsOf(input.state === 'read' ? input.value : undefined);
    const root = hookedProject([...projectFolders(words[0] ?? '', fields, env), ...workingFolder()], env);
    if (root !== undefined) {
      const answer = await answerEvent({ words, input, root, env });
      if (answer !== '') writeAll(1, answer);
    }
  } catch {
    // A host must not suffer from what is wrong with us; what can be told is in the project's log by now.
  }
  process.exit(0);
}

/** It may be gone. */
function workingFolder(): string[] {
  try {
    return [process.cwd()];
  } catch {
    return [];
  }
}
