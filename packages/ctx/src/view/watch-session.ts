// Who watches a session, and how: at a terminal, in a log, in a workflow on GitHub, or not at all.

import type { Watcher, Watching } from '../cli/command.js';
import type { Screen } from '../cli/screen.js';
import { liveView } from './live-view.js';
import { plainView } from './plain-view.js';
import { stepSummary } from './step-summary.js';

export function watchSession(screen: Screen, { flags, env }: Watching): Watcher {
  const now = () => performance.now();
  const isWorkflow = env['GITHUB_ACTIONS'] === 'true';
  const watchers = [
    ...(flags['progress'] === 'none' ? [] : [viewOf(screen, flags['progress'], { now, groups: isWorkflow })]),
    ...(isWorkflow ? [stepSummary(env['GITHUB_STEP_SUMMARY'])] : []),
  ];
  return {
    showsText: watchers.some(({ showsText }) => showsText),
    take: (event) => {
      for (const watcher of watchers) watcher.take(event);
    },
    end: () => {
      for (const watcher of watchers) watcher.end();
    },
  };
}

function viewOf(screen: Screen, progress: unknown, options: Parameters<typeof plainView>[1]): Watcher {
  const isDrawn = progress !== 'plain' && !options.groups && screen.terminal().redraws === true;
  return isDrawn ? liveView(screen, options.now) : plainView(screen, options);
}
