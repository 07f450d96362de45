// What can be said between two turns besides a message.

import { join } from 'node:path';
import { dollars } from '../../cli/amounts.js';
import type { Services } from '../../cli/command.js';
import { failureText } from '../../cli/failure-in-words.js';
import { counted, neutral } from '../../cli/terminal.js';
import { projectRoot } from '../../project/root.js';
import { type Effort, efforts } from '../../protocol/efforts.js';
import { Failure } from '../../protocol/failure.js';
import type { RunSettings } from '../../protocol/records.js';
import { changedSettings, noChanges } from '../../runs/changed-settings.js';
import { withNamedModel } from '../../runs/named-model.js';
import type { BetweenRuns } from '../../runs/talk.js';
import { foundDefault } from '../default-model.js';
import type { RunFlags } from '../session-flags.js';
import { defaultWords } from '../shown-defaults.js';
import type { AnswerSlash } from './chat-desk.js';

/** What the next turn will be made with; nothing of it before there is a session. */
export interface NextTurn {
  readonly between: BetweenRuns | undefined;
  settings: RunSettings | undefined;
  /** The model that was named, and is not in the settings yet. */
  model: string | undefined;
  effort: Effort | undefined;
  undo(): string;
}

export const nothingToUndo = 'There is no turn to undo.';

/** `flags` are those that the conversation was begun with; one that goes on has settings instead. */
export function slashAnswers(next: NextTurn, services: Services, flags: RunFlags = {}): AnswerSlash {
  return async (name, rest) => {
    switch (name) {
      case 'model':
        return inWords(services, () => chooseModel(rest, next, flags, services));
      case 'effort':
        return chooseEffort(rest, next);
      case 'policy':
        return policyText(next);
      case 'cost':
        return costText(next);
      case 'undo':
        return next.undo();
      case 'report':
        return inWords(services, () => writeReport(rest, next, services));
    }
  };
}

/** A failure is shown, and the conversation goes on. */
export async function inWords(
  { program }: Services,
  work: () => Promise<string>,
  isFatal: () => boolean = () => false,
): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || isFatal()) throw error;
    return neutral(await failureText(error, program.name));
  }
}

async function chooseModel(
  name: string,
  next: NextTurn,
  flags: RunFlags,
  services: Services,
): Promise<string> {
  const { settings } = next;
  if (name === '') return neutral(settings?.model ?? next.model ?? (await usualModel(services)));
  if (settings === undefined) {
    const { usableModel } = await import('./usable-model.js');
    const whole = await usableModel(name, flags, services);
    next.model = name;
    return `From now on ${neutral(whole)} answers.`;
  }
  const { cwd, env } = services;
  const place = { cwd, root: projectRoot(services), env, ownUrls: next.between?.ownUrls };
  next.settings = await withNamedModel(settings, name, place);
  return `From now on ${neutral(next.settings.model)} answers.`;
}

async function usualModel({ cwd, env }: Services): Promise<string> {
  const named = env['CTX_MODEL'] || (await foundDefault({ cwd, env }))?.model;
  return named ?? 'none: `/model NAME` names one';
}

function chooseEffort(word: string, next: NextTurn): string {
  const { settings } = next;
  if (word === '') return settings?.effort ?? next.effort ?? 'the default of the model';
  const effort = efforts.find((one) => one === word);
  if (effort === undefined) return `Say /effort ${efforts.join(', /effort ')}.`;
  next.effort = effort;
  if (settings !== undefined) next.settings = changedSettings(settings, { ...noChanges, effort });
  return `From now on the model thinks with effort ${effort}.`;
}

async function writeReport(folder: string, { between }: NextTurn, services: Services): Promise<string> {
  if (between === undefined) return 'There is no session yet: say something first.';
  const { oneReport } = await import('../report/one-report.js');
  const { session_id, path } = between.conducted;
  const out = folder === '' ? `report-${session_id}` : folder;
  const flags = { out, 'run-id': undefined, public: false, last: false, 'sessions-dir': undefined };
  const { files } = await oneReport(path, flags, services);
  return neutral(files.map((file) => `wrote ${join(out, file)}`).join('\n'));
}

const mostRules = 12;

function policyText({ settings, between }: NextTurn): string {
  if (settings === undefined) return 'Your first message begins the session; then its policy is known.';
  const { allow, deny, ask = [], profile } = settings.policy;
  const approved = [...(between?.state.runs.run?.approved ?? [])];
  const denied = deny.length > mostRules ? `${deny.length} rules, see ctx docs policy` : deny.join(', ');
  const rows = [
    ...(settings.policy.default === undefined ? [] : [defaultWords(settings)]),
    `profile  ${profile ?? 'none'}`,
    `allow    ${allow.length === 0 ? 'every tool' : allow.join(', ')}`,
    `ask      ${ask.length === 0 ? 'nothing' : ask.join(', ')}`,
    `deny     ${deny.length === 0 ? 'nothing' : denied}`,
    ...(approved.length === 0 ? [] : [`you allowed in this session: ${approved.join(', ')}`]),
  ];
  return neutral(rows.join('\n'));
}

function costText({ between }: NextTurn): string {
  if (between === undefined) return 'Nothing has been used yet.';
  const { turns, model_calls, tool_calls, input_tokens, output_tokens, cost_microusd } =
    between.conducted.totals;
  const work = [counted(turns, 'turn'), counted(model_calls, 'model call'), counted(tool_calls, 'tool call')];
  const spent = `${input_tokens ?? 'unknown'} tokens in, ${output_tokens ?? 'unknown'} out`;
  return `${work.join(', ')}\n${spent}, ${dollars(cost_microusd)}`;
}
