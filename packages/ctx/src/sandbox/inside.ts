// What runs first inside: a shell that closes what should not have come along, has the network's door opened where there
// is one, and then starts the command. It stays the first process: when it ends, the kernel ends all others.

import { existsSync } from 'node:fs';

export interface Start {
  readonly argv: readonly string[];
  /** One stream for both, in order; the shell's own complaints go nowhere then. */
  readonly merged: boolean;
  /** Descriptors that would reach the command. */
  readonly inherited: readonly number[];
  /** The door to the network: a script that hands listeners out, and the descriptor of the channel that it does so by. */
  readonly door?: { readonly channel: number; readonly script: string } | undefined;
}

export function shellProgram(): string {
  return existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
}

export function startInside({ argv, merged, inherited, door }: Start): string[] {
  const opening = door === undefined ? [] : [process.execPath, door.script];
  const lines = [
    ...(merged ? ['exec 2>/dev/null'] : []),
    ...(door === undefined ? [] : openDoor),
    ...[...inherited, ...(door === undefined ? [] : [door.channel])].map((one) => `exec ${one}>&-`),
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
