// Runs that ask about a call, and pages that are told of it.

import { join } from 'node:path';
import type { RecordOf, RecordType, SessionRecord } from '../src/protocol/records.js';
import { bash, model } from './acp-project.js';
import { until } from './processes.js';
import { scriptOf } from './scripted.js';
import type { Heard, ShownPages } from './shown-pages.js';

const asking = ['--ask-tool', 'bash', '--no-sandbox'];
export const runAs = (id: string) => [
  'run',
  '--task',
  'Go.',
  '--session-id',
  id,
  ...model('asks'),
  ...asking,
];
export const runWords = runAs('s');
export const asks = (...commands: string[]) => ({
  'asks.yaml': scriptOf(...commands.map((command) => bash(command)), { say: 'Done.' }),
});
export const meetingPlace = (home: string) => join(home, '.local/state/ctx/pages');

export function all<K extends RecordType>(records: readonly SessionRecord[], type: K): RecordOf<K>[] {
  return records.filter(
    (record): record is Extract<SessionRecord, { type: K }> & RecordOf<K> => record.type === type,
  );
}

/** The next question that can be answered. */
export async function questionAt(page: Heard, number: number): Promise<Record<string, unknown>> {
  const asked = () => page.of('question').filter(({ answerable }) => answerable === true);
  await until(() => asked().length > number);
  return asked()[number] ?? {};
}

export const answer = (ui: ShownPages, id: unknown, body: object) => ui.post(`/api/questions/${id}`, body);

/** Longer than a page is shown; what matters stands at its end. */
export const longCommand = `echo ok # ${'harmless '.repeat(7500)}\necho EVIL > evil.txt`;
