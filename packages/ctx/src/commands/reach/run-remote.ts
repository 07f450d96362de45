// `ctx run --remote NAME`: a run elsewhere, answered as one here.

import type { Services } from '../../cli/command.js';
import { contradiction } from '../../cli/contradiction.js';
import { fail } from '../../protocol/codes.js';
import { isConfigFile, promptFrom } from '../given-prompt.js';
import type { SessionAnswer } from '../session-answer.js';
import type { AskFlags } from '../session-flags.js';
import { oneTurn } from './connected.js';
import { namedRemote } from './named-remote.js';
import { refuseLocal } from './passed-flags.js';
import { openRemote } from './remote-talk.js';

interface Given extends AskFlags, Readonly<Record<string, unknown>> {
  readonly task: string | undefined;
  readonly 'no-stdin': boolean;
}

export async function runRemote(
  name: string,
  word: string | undefined,
  flags: Given,
  services: Services,
): Promise<SessionAnswer> {
  refuseLocal(flags, '--remote');
  if (isConfigFile(word, services.cwd)) throw contradiction('--remote', word);
  const task = await promptFrom({ word, task: flags.task, noStdin: flags['no-stdin'] }, services);
  if (task === undefined) throw fail('task_missing', { operation: 'plan', target: 'task' });
  const { remote, reach } = namedRemote(name, services);
  const talked = await openRemote(reach, { called: name, folder: remote.folder, flags }, services);
  try {
    const answer = await oneTurn(task, talked, services);
    const where = `the session is on ${name} (${remote.url}); ctx remote-mode ${name} --session ${answer.session_id} continues it`;
    return { ...answer, warnings: [...answer.warnings, where] };
  } finally {
    talked.remote.connection.close();
  }
}
