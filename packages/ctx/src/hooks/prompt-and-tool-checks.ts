// The checks of the events that come most often, in the order in which they are told.

import type { Check } from './check.js';
import { commitLearnings } from './checks/commit-learnings.js';
import { contextFull } from './checks/context-full.js';
import { dueReminders } from './checks/due-reminders.js';
import { memoryPressureCheck } from './checks/memory-pressure.js';
import { memoryStale } from './checks/memory-stale.js';
import { newDependencies } from './checks/new-dependencies.js';
import { policy } from './checks/policy.js';
import { touched } from './checks/touched.js';

export const promptAndToolChecks: readonly Check[] = [
  policy,
  memoryPressureCheck,
  contextFull,
  dueReminders,
  memoryStale,
  touched,
  commitLearnings,
  newDependencies,
];
