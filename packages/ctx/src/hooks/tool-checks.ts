// The checks before and after a tool, in the order in which they are told.

import type { Check } from './check.js';
import { commitLearnings } from './checks/commit-learnings.js';
import { newDependencies } from './checks/new-dependencies.js';
import { policy } from './checks/policy.js';
import { touched } from './checks/touched.js';

export const toolChecks: readonly Check[] = [policy, touched, commitLearnings, newDependencies];
