// A conversation under way: what begins and cancels its turns, what is said between them, and the files before each.

import { join } from 'node:path';
import { oneLine } from '../../approve/shown-call.js';
import type { Services } from '../../cli/command.js';
import { neutral } from '../../cli/terminal.js';
import { userName } from '../../machine/user-name.js';
import { projectRoot } from '../../project/root.js';
import type { RunSettings } from '../../protocol/records.js';
import { ownPaths } from '../../runs/own-paths.js';
import type { BetweenRuns, Talk } from '../../runs/talk.js';
import type { GivenBack } from '../../workspace/give-back.js';
import { snapshotFolder } from '../../workspace/snapshot-folder.js';
import { turns } from '../../workspace/undo-turns.js';
import type { ChatDesk } from './chat-desk.js';
import { type NextTurn, nothingToUndo, slashAnswers } from './slash-commands.js';

export interface Talking {
  readonly talk: Talk;
  /** To hear of each record. */
  readonly hear: (event: object) => void;
  /** Whether a run has begun: what fails before that is a failure of the first message alone. */
  hasBegun(): boolean;
  /** Whether they left with Ctrl-C while a turn was under way. */
  wasCutOff(): boolean;
}

/** What the model is told with the next message, so that it does not go on as if its changes were still there. */
const restored = '(The files are again as they were before my last message.)';
const mostNamed = 20;

export function talking(desk: ChatDesk, services: Services): Talking {
  const { env, takeCtrlC } = services;
  const done = turns();
  let kept: string | undefined;
  let hasBegun = false;
  let wasInterrupted = false;
  let wasCutOff = false;
  let toldNext: string | undefined;
  let giveCtrlCBack = () => {};

  function placeIn({ conducted }: BetweenRuns, { workspace }: RunSettings) {
    const root = projectRoot(services);
    return {
      place: { root: join(root, workspace), home: env['HOME'], own: ownPaths(root, conducted.path) },
      folder: snapshotFolder(env, conducted.session_id),
    };
  }

  function undo(between: BetweenRuns, settings: RunSettings): string {
    const { place, folder } = placeIn(between, settings);
    const undone = done.undo(place, folder);
    if (undone === undefined) return nothingToUndo;
    if (undone === 'gone') return 'The files before that turn are not kept any more.';
    if (undone === 'unkept')
      return 'The files before that turn were not kept; /undo again takes back the turn before it.';
    if ('why' in undone) return neutral(`The files before that turn cannot be read: ${undone.why}.`);
    const { tree, given } = undone;
    const left = given.left.length + given.failed.length;
    between.log.append('workspace.restored', {
      tree,
      why: 'undo',
      by: userName(env),
      ...(left > 0 && { left }),
    });
    toldNext =
      left > 0
        ? `${restored.slice(0, -2)}, except ${[...given.left, ...given.failed.map(({ path }) => path)].slice(0, mostNamed).join(', ')}.)`
        : restored;
    return undoneText(given);
  }

  return {
    hear(event) {
      if (!('type' in event)) return;
      if (event.type === 'workspace.snapshot' && 'tree' in event) kept = String(event.tree);
      if (event.type !== 'turn.opened') return;
      done.begun(kept);
      kept = undefined;
    },
    hasBegun: () => hasBegun,
    wasCutOff: () => wasCutOff,
    talk: {
      begin() {
        hasBegun = true;
        const turn = new AbortController();
        wasInterrupted = false;
        giveCtrlCBack = takeCtrlC(() => {
          wasCutOff = turn.signal.aborted;
          wasInterrupted = true;
          if (!wasCutOff) desk.show('\n(interrupted; Ctrl-C again leaves)');
          turn.abort('SIGINT');
        });
        return turn.signal;
      },
      async next(between) {
        giveCtrlCBack();
        hasBegun = true;
        if (wasCutOff) return undefined;
        const { settings } = between;
        const { place, folder } = placeIn(between, settings);
        done.ended(place, folder);
        const next: NextTurn & { settings: RunSettings } = {
          between,
          settings,
          model: undefined,
          effort: undefined,
          undo: () => undo(between, settings),
        };
        const said = await desk.message(slashAnswers(next, services), wasInterrupted);
        if (said === undefined) return undefined;
        const prompt = toldNext === undefined ? said : `${toldNext}\n\n${said}`;
        toldNext = undefined;
        return { prompt, settings: next.settings };
      },
    },
  };
}

const doneWords = { added: 'brought back', changed: 'restored', removed: 'removed' } as const;

function undoneText({ paths, failed, left }: GivenBack): string {
  const lines = [
    paths.length === 0 ? 'No file was given back.' : 'These files are as they were before that turn:',
    ...paths.map(({ path, change }) => `  ${doneWords[change]} ${oneLine(path)}`),
    ...left.map((path) => `  kept ${oneLine(path)}: it was changed after that turn`),
    ...failed.map(({ path, why }) => `  could not restore ${oneLine(path)}: ${oneLine(why)}`),
  ];
  return neutral(lines.join('\n'));
}
