// The checks of a session's beginning and end, in the order in which they are told.

import type { Check } from './check.js';
import { brief } from './checks/brief.js';
import { handover } from './checks/handover.js';
import { handoverUnsaved } from './checks/handover-unsaved.js';
import { openTasks } from './checks/open-tasks.js';
import { transcript } from './checks/transcript.js';

export const sessionChecks: readonly Check[] = [handover, brief, handoverUnsaved, openTasks, transcript];
