import { resolve } from 'node:path';
import * as t from 'typebox';
import { ask } from '../cli/ask.js';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { neutral } from '../cli/terminal.js';
import { breakLock, lockOwner } from '../disk/lock.js';
import { type HeldLock, heldLocks, ownerWords } from '../doctor/locks.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { sessionsFolder } from '../session/sessions-folder.js';

const lockSchema = t.Object(
  {
    path: t.String(),
    pid: t.Integer(),
    host: t.String(),
    since: t.String(),
    owner: t.Enum(['running', 'other_namespace', 'other_host']),
    broken: t.Boolean(),
  },
  closed,
);

export default clawable({
  name: 'unlock',
  group: 'about',
  summary: 'Break a lock whose owner cannot be checked from here',
  description:
    'A lock names the process that holds it. If that process is gone, ctx takes over its lock automatically; if it runs, wait for it. If it is on another machine or in another container, ctx cannot tell, and the lock stays until you say that its owner is gone. This command lists the locks of this project and of your ctx folders, asks once, and breaks those. Locks of processes that run here are never broken.',
  examples: [
    { line: 'ctx unlock', says: 'show the locks, and ask' },
    { line: 'ctx unlock .context/scratchpad.lock --yes', says: 'this one, without a question' },
  ],
  arguments: { lock: argument.any('lock files, as errors and `ctx doctor` name them (default: all)') },
  flags: { yes: flag.switch('do not ask') },
  returns: t.Object({ locks: t.Array(lockSchema) }, closed),
  async run(input, services) {
    const { args, flags } = input;
    const held = args.lock.length > 0 ? args.lock.map((path) => named(path, services.cwd)) : all(services);
    const unseen = held.filter(({ owner }) => owner.unseen !== undefined);
    const consent = unseen.length === 0 || flags.yes ? 'yes' : await ask(questionOf(unseen), input);
    if (consent === 'nobody') {
      throw fail('confirmation_missing', { operation: 'unlock', target: 'Breaking a lock' });
    }
    return {
      locks: held.map(({ path, owner }) => {
        const { pid, host, since, unseen: where = 'running' as const } = owner;
        const broken = where !== 'running' && consent === 'yes' && breakLock(path, owner);
        return { path, pid, host, since, owner: where, broken };
      }),
    };
  },
  render({ locks }) {
    if (locks.length === 0) return 'No lock is held.';
    return locks
      .map(({ path, pid, host, owner, broken }) => {
        const what = broken ? 'broken' : owner === 'running' ? 'left: its owner runs' : 'left as it was';
        return `${neutral(path)}  process ${pid} on ${neutral(host)}  ${what}`;
      })
      .join('\n');
  },
});

function all(services: Parameters<typeof sessionsFolder>[0]): HeldLock[] {
  const { env } = services;
  return heldLocks({ root: projectRoot(services), sessions: sessionsFolder(services), env });
}

function named(given: string, cwd: string): HeldLock {
  const path = resolve(cwd, given);
  const owner = path.includes('.lock') ? lockOwner(path) : undefined;
  if (owner === undefined) throw fail('lock_unknown', { operation: 'unlock', target: given });
  if (owner.unseen === undefined) {
    throw fail('lock_in_use', { operation: 'unlock', target: given, pid: owner.pid, since: owner.since });
  }
  return { path, owner };
}

function questionOf(unseen: readonly HeldLock[]): string {
  const lines = unseen.map(({ path, owner }) => `  ${path}: ${ownerWords(owner)}\n`);
  return `${lines.join('')}Do these processes no longer run? If one does, both will write at once, and entries get lost. Break the locks?`;
}
