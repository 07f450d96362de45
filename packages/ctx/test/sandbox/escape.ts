// A way out: what is tried, and what would prove that it worked.

import { processors } from '../../src/sandbox/seccomp/tables.js';
import { greeting, secret, type World } from './world.js';

export interface Escape {
  readonly name: string;
  readonly as?: 'root' | 'user';
  /** Where rules for the network could make a difference: tried with some hosts allowed, too. */
  readonly withHosts?: true;
  /** Tried as well where programs inside may make sandboxes of their own. */
  readonly nested?: true;
  /** One call after the other. */
  readonly calls: readonly string[];
  readonly proof: (output: string, world: World) => boolean;
}

export const printsSecret = (output: string) => output.includes(secret);
export const printsGreeting = (output: string) => output.includes(greeting);
export const says = (output: string) => output.includes('BREACHED');
export const changed = (path: string) => (_: string, world: World) =>
  world.textOf(path)?.includes('evil') === true;
export const gone = (path: string) => (_: string, world: World) => world.textOf(path) === undefined;
export const andSay = (command: string) => `${command} && echo BREACHED`;

/** The numbers of the calls that the filter denies. */
export const deniedCalls = processors[process.arch]?.denied ?? {};
export const rawCall = (number: number | undefined, words: string) =>
  `perl -e 'my ($b, $t, $d, $v) = ("\\0" x 256, "user", "ctx-escape", "x"); print "BREACHED" if syscall(${number}, ${words}) >= 0'`;
