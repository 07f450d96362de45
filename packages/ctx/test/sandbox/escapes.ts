// Every way out. Each has to work without a sandbox.

import type { Escape } from './escape.js';
import { fileEscapes } from './file-escapes.js';
import { laterEscapes } from './later-escapes.js';
import { systemEscapes } from './system-escapes.js';

export const escapes: readonly Escape[] = [...fileEscapes, ...systemEscapes, ...laterEscapes];
