// The checks of each prompt, in the order in which they are told.

import type { Check } from './check.js';
import { contextFull } from './checks/context-full.js';
import { dueReminders } from './checks/due-reminders.js';
import { memoryPressureCheck } from './checks/memory-pressure.js';
import { memoryStale } from './checks/memory-stale.js';

export const promptChecks: readonly Check[] = [memoryPressureCheck, contextFull, dueReminders, memoryStale];
