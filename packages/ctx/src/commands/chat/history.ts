// What a person typed in earlier conversations, in their own state folder: only they can read it, and no secret stands in it.

import { dirname, join } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { makeFolders } from '../../disk/folders.js';
import { readText } from '../../disk/read.js';
import { type Environment, userFolder } from '../../disk/user-folder.js';
import { Failure } from '../../protocol/failure.js';

const mostLines = 1000;

/** The newest first. Nothing where there is none, or it cannot be read: a conversation needs none. */
export function readHistory(env: Environment): string[] {
  const file = historyFile(env);
  return file === undefined ? [] : (linesIn(file) ?? []).reverse();
}

/** Adds what was typed just now to what all conversations keep. Where it cannot be kept, nothing is lost but that. */
export async function keepTyped(message: string, env: Environment): Promise<void> {
  const file = historyFile(env);
  const earlier = file && linesIn(file);
  // What cannot be read now may be read again: it is not replaced.
  if (file === undefined || earlier === undefined) return;
  const { redactorFor } = await import('../../session/redact.js');
  const typed = redactorFor(env).text(message).value.split('\n').filter(Boolean);
  const lines = [...earlier, ...typed].slice(-mostLines);
  try {
    makeFolders(dirname(file), 0o700);
    writeAtomically(file, lines.map((line) => `${line}\n`).join(''), 0o600);
  } catch (error) {
    if (!(error instanceof Failure || (error instanceof Error && 'code' in error))) throw error;
  }
}

/** The newest last; none where there is no such file, nothing where it cannot be read. */
function linesIn(file: string): string[] | undefined {
  try {
    return readText(file).split('\n').filter(Boolean).slice(-mostLines);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.code === 'file_not_found' ? [] : undefined;
  }
}

function historyFile(env: Environment): string | undefined {
  const state = userFolder('state', env);
  return state === undefined ? undefined : join(state, 'chat-history');
}
