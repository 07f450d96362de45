import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordSession } from '../../../test/recorded-session.js';
import { exportText } from '../export/export-run.js';
import { reportFiles } from '../report/report-files.js';
import { readStory } from './read-story.js';

const replies = [
  { say: 'Halfway.', call: [{ tool: 'bash', input: { command: 'echo kept' } }] },
  { fault: { status: 401 } },
];

function told(path: string) {
  const story = readStory(path);
  const [run] = story.runs;
  if (run === undefined) throw new TypeError('a run was opened');
  const page = String(reportFiles(story).get('run-r1.html'));
  const data = JSON.parse(exportText(story, run, { filename: 't.png', pixel_digest: '0'.repeat(64) }));
  return { page, data };
}

describe('a run that fails midway', () => {
  it('keeps what was written, and the report and the export say that it is a part', async () => {
    const { path } = await recordSession({ replies });
    const { page, data } = told(path);
    expect(page).toContain('<b>Partial.</b> The run did not complete; 0 turns of it did.');
    expect(page).toContain('kept');
    expect(data).toMatchObject({ run: { stop_reason: 'model_error', partial: true } });
  });

  it('is a part, too, where a crash left it open', async () => {
    const { path } = await recordSession({ replies });
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, 6);
    writeFileSync(path, `${lines.join('\n')}\n`);
    const { page, data } = told(path);
    expect(page).toContain('This page shows everything up to record 5.');
    expect(data).toMatchObject({ run: { stop_reason: 'open', partial: true } });
  });

  it('is none where it completed', async () => {
    const { path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const { page, data } = told(path);
    expect(page).not.toContain('Partial.');
    expect(data).toMatchObject({ run: { partial: false } });
  });
});
