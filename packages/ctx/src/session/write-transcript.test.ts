import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { recordSession } from '../../test/recorded-session.js';
import { sessionKinds } from '../../test/sessions-of-every-kind.js';
import type { SessionRecord } from '../protocol/records.js';
import { newOutliner, transcriptOf } from './transcript.js';
import { jsonForm } from './transcript-json.js';
import { markdownForm, markdownOf } from './transcript-markdown.js';
import { writeTranscript } from './write-transcript.js';

/** What is written piece by piece from records that are read again and again. */
function written(
  records: readonly SessionRecord[],
  form: typeof jsonForm,
  later: readonly SessionRecord[] = [],
) {
  const outliner = newOutliner();
  for (const record of records) outliner.take(record);
  let text = '';
  writeTranscript(
    { outline: outliner.transcript(), subagents: outliner.subagents, records: records.length },
    (each) => void [...records, ...later].forEach(each),
    form((piece) => {
      text += piece;
    }),
  );
  return text;
}

const json = (records: readonly SessionRecord[]) => `${JSON.stringify(transcriptOf(records), null, 2)}\n`;

it.each(Object.entries(sessionKinds))(
  'is the same, piece by piece, as made at once: %s',
  async (_, record) => {
    const { path } = await record();
    const records = recordsIn(path);
    expect(written(records, jsonForm)).toBe(json(records));
    expect(written(records, markdownForm)).toBe(markdownOf(transcriptOf(records)));
  },
);

it('puts the runs of subagents behind the run that they stand in, and leaves out what came later', async () => {
  const { path } = await recordSession({ replies: [{ say: 'One.' }, { say: 'Two.' }], prompts: ['A', 'B'] });
  const own = recordsIn(path);
  const opened = own.find((record) => record.type === 'run.opened');
  const turn = own.find((record) => record.type === 'turn.opened');
  const said = own.find((record) => record.type === 'model.responded');
  if (opened === undefined || turn === undefined || said === undefined) throw new Error('no run');
  const parent = { run_id: 'r1', call_id: 'c' };
  const of = (run_id: string): SessionRecord[] => [
    { ...opened, run_id, parent },
    { ...turn, run_id, prompt: `Asked of ${run_id}` },
    { ...said, run_id },
  ];
  const records = [...own.slice(0, 4), ...of('sub-1'), ...own.slice(4, 6), ...of('sub-2'), ...own.slice(6)];
  expect(written(records, jsonForm, of('sub-3'))).toBe(json(records));
  expect(written(records, markdownForm, of('sub-3'))).toBe(markdownOf(transcriptOf(records)));
  expect(json(records)).toMatch(/"r1"[\s\S]*"sub-1"[\s\S]*Asked of sub-1[\s\S]*"sub-2"/);
});

function recordsIn(path: string): SessionRecord[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
