import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { recordSession } from '../../test/recorded-session.js';
import { jsonOf } from '../../test/scripted.js';
import { writerOptions } from '../session/fixtures/example.js';
import { writeForeignSession } from '../session/fixtures/foreign-session.js';
import { foreignSessionsFolder } from '../session/foreign-sessions.js';
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
    for (const trust of [[], ['--trust-log']]) {
      const { error } = await jsonOf(['resume', './s.jsonl', ...trust, '--task', 'More.'], { cwd });
      expect(error).toMatchObject({ code: 'agent_foreign', message: expect.stringContaining('claude-code') });
    }
    expect(readFileSync(path)).toEqual(before);
  });

  it('is refused by its id as well, which a list of sessions shows, with what can be done', async () => {
    const outside = {
      cwd: temporaryFolder({ '.context/config.yaml': '' }),
      env: { HOME: temporaryFolder() },
    };
    const folder = foreignSessionsFolder(outside.cwd, outside.env) ?? '';
    mkdirSync(folder, { recursive: true });
    const id = 'claude-code-a-b-c';
    writeForeignSession(join(folder, `${id}.jsonl`));
    expect((await jsonOf(['list-sessions'], outside)).data).toMatchObject({ sessions: [{ session_id: id }] });
    for (const task of [[], ['--task', 'More.']]) {
      const { error } = await jsonOf(['resume', id, ...task], outside);
      expect(error).toMatchObject({
        code: 'agent_foreign',
        message: `claude-code ran \`${id}\`, so ctx cannot resume it.`,
        hint: expect.stringContaining('Continue it in claude-code itself.'),
      });
    }
  });
});
