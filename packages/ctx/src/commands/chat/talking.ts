// A conversation under way: what begins and cancels its turns, what is said between them, and the files before each.

import { join } from 'node:path';
import { ownPaths } from '../../agent/conduct-session.js';
import type { Services } from '../../cli/command.js';
import { neutral } from '../../cli/terminal.js';
import { projectRoot } from '../../project/root.js';
import type { RunSettings } from '../../protocol/records.js';
import type { Standing, Talk } from '../../runs/talk.js';
import { giveBack } from '../../workspace/give-back.js';
import { snapshotFolder } from '../../workspace/snapshot-folder.js';
import { userName } from '../approver.js';
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
const undone = '(The files are again as they were before my last message.)';

export function talking(desk: ChatDesk, services: Services): Talking {
  const { env, takeCtrlC } = services;
  /** The files before each turn, the last one last. */
  const snapshots: string[] = [];
  let hasBegun = false;
  let wasCutOff = false;
  let isUndone = false;
  let giveCtrlCBack = () => {};

  function undo({ log, conducted }: Standing, { workspace }: RunSettings): string {
    const tree = snapshots.pop();
    const folder = snapshotFolder(env, conducted.session_id);
    if (tree === undefined || folder === undefined) return nothingToUndo;
    const root = projectRoot(services);
    const place = { root: join(root, workspace), home: env['HOME'], own: ownPaths(root, conducted.path) };
    const given = giveBack(place, folder, tree);
    if (given === undefined) return 'The files before that turn are not kept any more.';
    log.append('workspace.restored', { tree, why: 'undo', by: userName(env) });
    isUndone = true;
    const lines = [
      given.paths.length === 0 ? 'No file had changed.' : 'The files are as they were before that turn:',
      ...given.paths.map(({ path, change }) => `  ${doneWords[change]} ${path}`),
      ...given.failed.map(({ path, why }) => `  could not restore ${path}: ${why}`),
    ];
    return neutral(lines.join('\n'));
  }

  return {
    hear(event) {
      const isSnapshot = 'type' in event && event.type === 'workspace.snapshot' && 'tree' in event;
      if (isSnapshot) snapshots.push(String(event.tree));
    },
    hasBegun: () => hasBegun,
    wasCutOff: () => wasCutOff,
    talk: {
      begin() {
        hasBegun = true;
        const turn = new AbortController();
        giveCtrlCBack = takeCtrlC(() => {
          wasCutOff = turn.signal.aborted;
          if (!wasCutOff) desk.show('\n(interrupted; Ctrl-C again leaves)');
          turn.abort('SIGINT');
        });
        return turn.signal;
      },
      async next(standing) {
        giveCtrlCBack();
        hasBegun = true;
        if (wasCutOff) return undefined;
        const { settings } = standing;
        const next: NextTurn & { settings: RunSettings } = {
          standing,
          settings,
          model: undefined,
          effort: undefined,
          undo: () => undo(standing, settings),
        };
        const said = await desk.message(slashAnswers(next, services));
        if (said === undefined) return undefined;
        const prompt = isUndone ? `${undone}\n\n${said}` : said;
        isUndone = false;
        return { prompt, settings: next.settings };
      },
    },
  };
}

const doneWords = { added: 'brought back', changed: 'restored', removed: 'removed' } as const;
