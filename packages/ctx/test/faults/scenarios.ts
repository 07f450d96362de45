// What is tried under faults: a command each, and what must hold afterwards, whatever happened to it.

import { memoryScenarios } from './memory-scenarios.js';
import { sessionScenarios } from './session-scenarios.js';
import { userScenarios } from './user-scenarios.js';

export const scenarios = [...memoryScenarios, ...sessionScenarios, ...userScenarios];
