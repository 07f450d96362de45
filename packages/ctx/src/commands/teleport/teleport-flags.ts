// Who may bring sessions to this machine.

import { flag, type Values } from '../../cli/inputs.js';

export const teleportFlags = {
  'accept-teleports': flag.text('accept sessions that move here, into folders below this one', 'DIR'),
  'trust-teleports': flag.switch(
    'also accept files that hosts and editors obey, and settings that loosen the sandbox; for clients that may run anything here',
  ),
};

export type TeleportFlags = Partial<Values<typeof teleportFlags>>;
