// Which sessions this machine wrote: for each the last record that is known of it, kept outside of any project.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { nonce } from '../disk/nonce.js';
import { readText } from '../disk/read.js';
import { type Environment, userFolder } from '../disk/user-folder.js';
import { Failure } from '../protocol/failure.js';
import type { SessionRecord } from '../protocol/records.js';

/** `cut_off`: it began here, and lacks the last record that is known of it. */
export type Ownership = 'own' | 'unknown' | 'cut_off';

export interface OwnSessions {
  /** Notes the last record of a session, by its first one. False where there is no place for it, or none to write to. */
  remember(first: string, head: string): boolean;
  /** From now on a log that begins so is a stranger's. */
  forget(first: string): void;
  /** Takes the records of a log one after the other; then says whose it is. */
  examine(): {
    take(record: Pick<SessionRecord, 'seq' | 'hash'>): void;
    readonly first: string;
    readonly ownership: Ownership;
  };
}

/** Without a home to keep it in, no session is known. */
export function ownSessions(env: Environment): OwnSessions {
  const state = userFolder('state', env);
  const folder = state === undefined ? undefined : join(state, 'own-sessions');
  return {
    remember(first, head) {
      if (folder === undefined) return false;
      try {
        makeFolders(folder, 0o700);
        const file = fileOf(folder, first);
        const beside = `${file}.${nonce()}.tmp`;
        // Not synced: what a power cut takes away costs a question, and nothing else.
        writeFileSync(beside, `${head}\n`, { mode: 0o600 });
        renameSync(beside, file);
        return true;
      } catch (error) {
        if (error instanceof Error && 'code' in error) return false;
        throw error;
      }
    },
    forget(first) {
      if (folder !== undefined) rmSync(fileOf(folder, first), { force: true });
    },
    examine() {
      let first = '';
      let known: string | undefined;
      let holdsHead = false;
      return {
        take({ seq, hash }) {
          if (seq === 0) {
            first = hash;
            known = folder === undefined ? undefined : headIn(fileOf(folder, first));
          }
          holdsHead ||= hash === known;
        },
        get first() {
          return first;
        },
        get ownership() {
          if (known === undefined) return 'unknown';
          return holdsHead ? 'own' : 'cut_off';
        },
      };
    },
  };
}

function fileOf(folder: string, first: string): string {
  return join(folder, first.replace(/^sha256:/, ''));
}

/** What cannot be read is not known. */
function headIn(file: string): string | undefined {
  try {
    return readText(file).trim() || undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
