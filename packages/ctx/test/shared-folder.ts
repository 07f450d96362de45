// A store that workers share, as a folder: what it has of one session, and whose the session is. Whoever has an older claim is fenced off.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../src/protocol/codes.js';
import type { SealedLine, SharedLog } from '../src/store/fleet-store.js';

export interface SharedFolder {
  /** Takes the session over: whoever had it before cannot append any more. */
  claim(): { readonly epoch: number; readonly log: SharedLog };
  readonly lines: readonly string[];
  /** Writes over one of them. */
  change(seq: number, how: (line: string) => string): void;
  /** Called before each commit; it may throw, or wait. */
  before: (lines: readonly SealedLine[]) => Promise<void>;
  /** Called when a commit is done, and its answer is not told yet. */
  after: () => Promise<void>;
}

export function sharedFolder(folder: string): SharedFolder {
  mkdirSync(join(folder, 'files'), { recursive: true });
  const epochFile = join(folder, 'epoch');
  const linesFile = join(folder, 'lines');
  const epochNow = () => (existsSync(epochFile) ? Number(readFileSync(epochFile, 'utf8')) : 0);
  const linesNow = () =>
    existsSync(linesFile) ? readFileSync(linesFile, 'utf8').split('\n').slice(0, -1) : [];
  const shared: SharedFolder = {
    before: async () => {},
    after: async () => {},
    get lines() {
      return linesNow();
    },
    change(seq, how) {
      const lines = linesNow().map((line, at) => `${at === seq ? how(line) : line}\n`);
      writeFileSync(linesFile, lines.join(''));
    },
    claim() {
      const epoch = epochNow() + 1;
      writeFileSync(epochFile, String(epoch));
      const refuseFenced = () => {
        if (epochNow() !== epoch) throw fail('lease_lost', { operation: 'commit', target: folder });
      };
      const log: SharedLog = {
        async *load() {
          yield* linesNow();
        },
        async commit(lines) {
          await shared.before(lines);
          refuseFenced();
          const there = linesNow();
          const fresh = lines.filter(({ seq }) => seq >= there.length);
          if (fresh.some(({ seq }, at) => seq !== there.length + at)) throw new TypeError('a gap in the log');
          if (fresh.length > 0)
            writeFileSync(linesFile, fresh.map(({ line }) => `${line}\n`).join(''), { flag: 'a' });
          await shared.after();
          // An answer that lay there while this process stood still says nothing any more.
          refuseFenced();
        },
        async keepFiles(tree, packed, besides) {
          refuseFenced();
          const inUse = besides.map((one) => one.replace(':', '-'));
          for (const file of readdirSync(join(folder, 'files')))
            if (!inUse.includes(file)) rmSync(join(folder, 'files', file));
          writeFileSync(join(folder, 'files', tree.replace(':', '-')), packed);
        },
        async keptFiles(tree) {
          const file = join(folder, 'files', tree.replace(':', '-'));
          return existsSync(file) ? readFileSync(file) : undefined;
        },
      };
      return { epoch, log };
    },
  };
  return shared;
}
