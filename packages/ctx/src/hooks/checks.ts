// Which checks belong to an event, in the order in which they are told.

import type { EventKind } from '../protocol/host-event.js';
import type { Check } from './check.js';
import { brief } from './checks/brief.js';
import { claims } from './checks/claims.js';
import { commitLearnings } from './checks/commit-learnings.js';
import { contextFull } from './checks/context-full.js';
import { dueReminders } from './checks/due-reminders.js';
import { handover } from './checks/handover.js';
import { handoverUnsaved } from './checks/handover-unsaved.js';
import { memoryPressureCheck } from './checks/memory-pressure.js';
import { memoryStale } from './checks/memory-stale.js';
import { newDependencies } from './checks/new-dependencies.js';
import { openTasks } from './checks/open-tasks.js';
import { ownFiles } from './checks/own-files.js';
import { policy } from './checks/policy.js';
import { touched } from './checks/touched.js';
import { transcript } from './checks/transcript.js';

export function checksFor(kind: EventKind): readonly Check[] {
  switch (kind) {
    case 'session-start':
      return [handover, brief];
    case 'prompt':
      return [memoryPressureCheck, contextFull, dueReminders, memoryStale];
    case 'before-tool':
      return [ownFiles, policy];
    case 'after-tool':
      return [touched, commitLearnings, newDependencies];
    case 'stop':
      return [claims, handoverUnsaved, openTasks];
    case 'session-end':
      return [transcript];
    case 'permission':
    case 'compacting':
    case 'subagent-start':
    case 'subagent-stop':
      return [];
  }
}
