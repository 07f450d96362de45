// The flags of `ctx acp`.

import type { Input } from '../../cli/inputs.js';
import type { RunFlags } from '../session-flags.js';
import type { TeleportFlags } from '../teleport/teleport-flags.js';

export type AcpFlags = RunFlags & TeleportFlags & Input['flags'];
