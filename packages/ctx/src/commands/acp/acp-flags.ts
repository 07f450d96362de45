// The flags of `ctx acp`.

import type { Input } from '../../cli/inputs.js';
import type { RunFlags } from '../session-flags.js';

export type AcpFlags = RunFlags & Input['flags'];
