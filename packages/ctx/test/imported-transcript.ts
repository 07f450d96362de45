// A transcript imported in a test, and what the session then holds.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Imported, importTranscript, type NotImported } from '../src/foreign/import-transcript.js';
import type { HostName } from '../src/foreign/known-hosts.js';
import type { SessionRecord } from '../src/protocol/records.js';
import { writerOptions } from '../src/session/fixtures/example.js';
import { readWhole } from '../src/session/read-whole.js';
import { temporaryFolder } from './folder.js';

export interface ImportTest {
  readonly folder: string;
  readonly transcript: string;
  write(text: string | Uint8Array): void;
  again(more?: { readonly ended?: boolean }): Imported | NotImported;
  /** The same, where something was imported. */
  done(more?: { readonly ended?: boolean }): Imported;
  records(): readonly SessionRecord[];
  readonly log: string;
}

/** The file has just been written, so that nothing but `ended` says that its session is over. */
export function importTest(host: HostName, name = 'transcript.jsonl'): ImportTest {
  const folder = temporaryFolder();
  const transcript = join(folder, name);
  let log = '';
  const again: ImportTest['again'] = (more = {}) => {
    const result = importTranscript({
      host,
      path: transcript,
      place: () => ({ folder: join(folder, 'sessions'), workspace: '.' }),
      writer: writerOptions(),
      now: 0,
      ...more,
    });
    if (typeof result === 'object' && 'log' in result) log = result.log;
    return result;
  };
  return {
    folder,
    transcript,
    write: (text) => writeFileSync(transcript, text),
    again,
    done(more) {
      const result = again(more);
      if (typeof result === 'object' && 'log' in result) return result;
      throw new TypeError(`nothing was imported: ${JSON.stringify(result)}`);
    },
    records: () => readWhole(log).records,
    get log() {
      return log;
    },
  };
}
