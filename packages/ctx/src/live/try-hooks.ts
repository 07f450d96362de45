// Registered hooks started as their host would start them, in a project that is thrown away and has a due reminder.

import { rmSync } from 'node:fs';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import type { Host, HostPlaces } from '../hosts/host.js';
import type { ExaminedFile, ExaminedHook, HookProblem } from '../hosts/settings/examine.js';
import { commandFor, programFor } from '../hosts/settings/registration.js';
import { type Trial, tryHook } from '../hosts/settings/trial.js';
import { initialise } from '../memory/initialise.js';
import { addReminder } from '../memory/remind.js';

const token = 'ctx-hooks-verify: this reminder must reach the model';

export interface TrialPlace {
  readonly places: HostPlaces;
  /** Where this program and its hooks are. */
  readonly shipped: string;
  readonly now: number;
}

/** One after the other: each starts a process. */
export async function tryHooks(file: ExaminedFile, place: TrialPlace): Promise<ExaminedFile> {
  if (file.hooks.length === 0) return file;
  const folder = await trialProject(place.now);
  try {
    const hooks: ExaminedHook[] = [];
    for (const hook of file.hooks) {
      const problem = await problemOf(file, hook, folder, place);
      hooks.push(problem === undefined ? hook : { ...hook, problems: [...hook.problems, problem] });
    }
    return { ...file, hooks };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function trialProject(now: number): Promise<string> {
  const folder = makeTemporaryFolder('verify');
  initialise({ cwd: folder, env: { HOME: folder } });
  await addReminder({ root: folder }, token, now, 0);
  return folder;
}

/** A line that differs from ours by a single letter may do anything: it is not started. */
async function problemOf(
  { host, scope }: ExaminedFile,
  hook: ExaminedHook,
  folder: string,
  { places, shipped }: TrialPlace,
): Promise<HookProblem | undefined> {
  if (hook.command !== commandFor(programFor(scope, shipped), host, hook.event)) return 'another_line';
  return answersWell(host, hook, await tryHook(hook, host, folder, places)) ? undefined : 'wrong_answer';
}

function answersWell(host: Host, { event }: ExaminedHook, { exitCode, stdout }: Trial): boolean {
  if (exitCode !== 0) return false;
  const mustTell = host.events[event] === 'prompt' && host.encode(event, { context: token }) !== '';
  if (stdout === '') return !mustTell;
  try {
    JSON.parse(stdout);
  } catch {
    return false;
  }
  return !mustTell || stdout.includes(token);
}
