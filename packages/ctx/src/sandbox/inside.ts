// What runs first inside: a shell that closes what should not have come along, has the network's door opened where there
// is one, and then starts the command. It stays the first process: when it ends, the kernel ends all others.

import { existsSync } from 'node:fs';
import { listenerScript } from './network/listener.js';

export interface Start {
  readonly argv: readonly string[];
  /** One stream for both, in order; the shell's own complaints go nowhere then. */
  readonly merged: boolean;
  /** Descriptors that would reach the command. */
  readonly inherited: readonly number[];
  /** The descriptor of the channel over which the listener is handed out. */
  readonly channel?: number | undefined;
}

export function shellProgram(): string {
  return existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
}

export function startInside({ argv, merged, inherited, channel }: Start): string[] {
  const opening = channel === undefined ? [] : [process.execPath, listenerScript];
  const lines = [
    ...(merged ? ['exec 2>/dev/null'] : []),
    ...(channel === undefined ? [] : openDoor),
    ...[...inherited, ...(channel === undefined ? [] : [channel])].map((one) => `exec ${one}>&-`),
    `"$@"${merged ? ' 2>&1' : ''}`,
    'exit $?',
  ];
  // A plain `sh` starts in half the time of bash, and can close only the first ten descriptors.
  const shell = inherited.some((descriptor) => descriptor > 9) ? shellProgram() : '/bin/sh';
  return [shell, '-c', lines.join('; '), shell, ...opening, ...argv];
}

const openDoor = [
  // Certificates of a company's own cost Node 40 ms, and the door needs none.
  'NODE_OPTIONS= NODE_EXTRA_CA_CERTS= "$1" -e "$2" || exit 125',
  'shift 2',
  'unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE',
];
