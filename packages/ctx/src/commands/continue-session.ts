// `ctx -c "…"`: the newest session goes on with another prompt.

import { resolve } from 'node:path';
import type { Services } from '../cli/command.js';
import type { Input } from '../cli/inputs.js';
import { isWithinReach } from '../disk/is-there.js';
import { shellWord } from '../disk/shell-word.js';
import { fail } from '../protocol/codes.js';
import type { Effort } from '../protocol/records.js';
import { resumeSession } from '../runs/resume-session.js';
import { lastSession } from '../session/sessions-folder.js';
import { withApprovals } from './approver.js';
import { ownUrls } from './default-model.js';
import { promptFrom } from './given-prompt.js';
import { answerOf, type SessionAnswer } from './session-answer.js';
import { type AskFlags, limitsFromFlags, wholePolicyFrom } from './session-flags.js';
import { refuseSettings } from './settled.js';

interface Given extends Readonly<Record<string, unknown>>, AskFlags {
  readonly task?: string | undefined;
  readonly 'no-stdin': boolean;
  readonly model?: string | undefined;
  readonly 'base-url'?: string | undefined;
  readonly effort?: Effort | undefined;
  readonly 'sessions-dir'?: string | undefined;
  readonly sandbox: boolean;
}

export async function continueSession(
  word: string | undefined,
  flags: Given &
    Parameters<typeof wholePolicyFrom>[0] &
    Parameters<typeof limitsFromFlags>[0] &
    Input['flags'],
  services: Services,
): Promise<SessionAnswer> {
  refuseSettings(flags, '--continue', ['append', 'out', 'session-id', 'run-id', 'show-context']);
  if (word !== undefined && isOther(word, services))
    throw fail('flags_contradict', {
      operation: 'argparse',
      target: '--continue',
      other: word,
      prompt: shellWord(word),
    });
  const task = await promptFrom({ word, task: flags.task, noStdin: flags['no-stdin'] }, services);
  const resuming = {
    session: lastSession,
    task,
    model: flags.model,
    baseUrl: flags['base-url'],
    effort: flags.effort,
    findOwnUrls: () => ownUrls(services),
    sessionsDir: flags['sessions-dir'],
    policy: wholePolicyFrom(flags),
    limits: limitsFromFlags(flags),
    sandbox: flags.sandbox,
    withMcp: false,
    trustLog: false,
  };
  const conducted = await resumeSession(resuming, await withApprovals(flags, services));
  return answerOf(conducted, services.signal);
}

/** Behind -c one word is a prompt, too, unless it names something else: a file, or a command that stands in the wrong place. */
function isOther(word: string, { cwd, program }: Services): boolean {
  if (word === '-' || word === '') return false;
  const isOneWord = !/\s/.test(word);
  const looksLikeOne = /[/\\]|\.\w/.test(word) || Object.hasOwn(program.commands, word);
  return (isOneWord && looksLikeOne) || isWithinReach(resolve(cwd, word));
}
