import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { recordSession } from '../../test/recorded-session.js';
import { jsonOf } from '../../test/scripted.js';
import { writerOptions } from '../session/fixtures/example.js';
import { writeForeignSession } from '../session/fixtures/foreign-session.js';
import { openSession } from '../session/open.js';

describe('a session that goes on elsewhere', () => {
  it('is not resumed here until it came back', async () => {
    const { cwd, path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const mark = (way: 'out' | 'in') => {
      const writer = openSession(path, writerOptions());
      writer.append('session.moved', { way, peer: 'big-machine' });
      writer.close();
    };
    const resume = () => jsonOf(['resume', 's', '--task', 'More.', '--model', 'script:echo'], { cwd });
    mark('out');
    const before = readFileSync(path);
    expect((await resume()).error).toMatchObject({
      code: 'session_moved',
      message: expect.stringContaining('big-machine'),
    });
    expect(readFileSync(path)).toEqual(before);
    mark('in');
    expect((await resume()).data).toMatchObject({ runs: [{ stop_reason: 'completed' }] });
    expect((await jsonOf(['verify', 's'], { cwd })).data).toMatchObject({ verdict: 'pass' });
  });

  it('is not taken over from another agent', async () => {
    const cwd = temporaryFolder();
    const path = join(cwd, 's.jsonl');
    writeForeignSession(path);
    const before = readFileSync(path);
    const { error } = await jsonOf(['resume', './s.jsonl', '--trust-log', '--task', 'More.'], { cwd });
    expect(error).toMatchObject({ code: 'agent_foreign', message: expect.stringContaining('claude-code') });
    expect(readFileSync(path)).toEqual(before);
  });
});
