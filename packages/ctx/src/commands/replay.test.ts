import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuilt } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
import { writeFiles } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { recordSession } from '../../test/recorded-session.js';
import { jsonOf, scriptOf } from '../../test/scripted.js';
import { recordsOf } from '../../test/session-files.js';
import { sessionKinds } from '../../test/sessions-of-every-kind.js';
import { genesis } from '../protocol/records.js';
import { seal } from '../session/chain.js';
import { replies } from './replay.fixture.js';

/** The log as a loop that puts other messages into a request would have written it. */
function writeWithOtherDigest(path: string): void {
  let prev = genesis;
  const lines = recordsOf(path).map(({ hash: _, ...record }) => {
    const changed = record.type === 'model.requested' && { request_digest: genesis };
    const sealed = seal({ ...record, ...changed, prev });
    prev = sealed.hash;
    return sealed.line;
  });
  writeFileSync(path, lines.join(''));
}

describe('replay --verify', () => {
  it('gives the same bytes for a session, by its id and by its file', async () => {
    const { cwd, path } = await recordSession({ replies });
    const { data } = await jsonOf(['replay', 's', '--verify'], { cwd });
    expect(data).toMatchObject({
      session_id: 's',
      path,
      records: 15,
      records_same: 15,
      turns: 1,
      identical: true,
      runs: [{ run_id: 'r1', stop_reason: 'completed' }],
    });
    expect((await jsonOf(['replay', path, '--verify'], { cwd })).data).toEqual(data);
    expect((await runCtx(['replay', 's'], { cwd })).stdout).toMatch(
      /^identical\n.*15 of 15 the same, 1 turn\n/s,
    );
  });

  it('exits 1 at the first difference: record, path, expected, got, and a diff to read', async () => {
    const { cwd, path } = await recordSession({ replies });
    writeWithOtherDigest(path);
    const { error, exit_code } = await jsonOf(['replay', 's', '--verify'], { cwd });
    expect(exit_code).toBe(1);
    expect(error).toMatchObject({
      code: 'replay_differs',
      details: {
        identical: false,
        records_same: 3,
        difference: {
          seq: 3,
          type: 'model.requested',
          path: '/request_digest',
          expected: `"${genesis}"`,
          diff: expect.stringMatching(/^- "sha256:0{64}"\n\+ "sha256:[0-9a-f]{64}"\n$/),
        },
      },
    });
    expect(error?.message).toContain('record 3 (model.requested) at /request_digest has "sha256:000');
    expect(error?.hint).toContain('the tools or ctx itself changed');
    const shown = await runCtx(['replay', 's'], { cwd });
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).toMatch(
      /^different\n.*record 3 \(model.requested\) at \/request_digest\n- "sha256/s,
    );
  });

  it('refuses a session whose chain is broken', async () => {
    const { cwd, path } = await recordSession({ replies });
    writeFileSync(path, readFileSync(path, 'utf8').replace('Looking.', 'Cooking.'));
    expect((await jsonOf(['replay', 's', '--verify'], { cwd })).error).toMatchObject({
      code: 'session_broken',
    });
  });

  it('streams the records as it goes', async () => {
    const { cwd, path } = await recordSession({ replies });
    const { stdout } = await runCtx(['replay', 's', '--output-format', 'stream-json'], { cwd });
    const events = stdout.trimEnd().split('\n').slice(0, -1);
    expect(events.map((line) => JSON.parse(line))).toEqual(recordsOf(path));
  });

  it('is in the built program, and needs neither the script nor the network', async () => {
    const { cwd } = await recordSession({ replies });
    writeFileSync(join(cwd, 's.yaml'), '');
    const answer = await runBuilt('ctx', ['replay', 's', '--verify', '--output-format', 'json'], { cwd });
    expect(envelopeOf(answer).data).toMatchObject({ identical: true });
  });
});

describe('replay under another policy', () => {
  it('lists the calls that would have been denied, and where the run would have had to change', async () => {
    const { cwd } = await recordSession({ replies });
    const { data } = await jsonOf(['replay', 's', '--deny-tool', 'bash(rm *)'], { cwd });
    expect(data).toMatchObject({
      identical: true,
      denied: [{ run_id: 'r1', turn: 1, seq: 9, call_id: 'call-2', tool: 'bash', rule: 'bash(rm *)' }],
      tools_removed: [],
    });
    const { stdout } = await runCtx(['replay', 's', '--deny-tool', 'bash(rm *)'], { cwd });
    expect(stdout).toContain('would have had to change in turn 1 of r1');
  });

  it('names the tools that the model would not have been told of', async () => {
    const { cwd } = await recordSession({ replies });
    const { data } = await jsonOf(['replay', 's', '--allow-tool', 'read'], { cwd });
    expect(data).toMatchObject({
      denied: [{ seq: 5 }, { seq: 9 }],
      tools_removed: ['write', 'edit', 'glob', 'grep', 'list', 'bash'],
    });
    const none = await runCtx(['replay', 's', '--deny-tool', 'fly'], { cwd });
    expect(none.stdout).toContain('would have denied none');
  });

  it('holds the policy of a resume as well', async () => {
    const record = sessionKinds['a crash, its repair and its resume under a stricter policy'];
    const { cwd } = (await record?.()) ?? { cwd: '' };
    expect((await jsonOf(['replay', 's', '--deny-tool', 'read'], { cwd })).data).toMatchObject({
      denied: [],
    });
  });
});

describe('replay with another model', () => {
  const other = (cwd: string, ...script: readonly object[]) => {
    writeFiles(cwd, { 'other.yaml': scriptOf(...script) });
    return jsonOf(['replay', 's', '--model', 'script:other.yaml'], { cwd });
  };

  it('shows the first answer that is another', async () => {
    const { cwd } = await recordSession({ replies });
    const { data } = await other(cwd, ...replies.slice(0, 1), { say: 'I stop here.' });
    expect(data).toMatchObject({
      identical: false,
      records_same: 8,
      difference: {
        seq: 8,
        type: 'model.responded',
        path: '/content/0/text',
        expected: '"Cleaning."',
        got: '"I stop here."',
      },
    });
  });

  it('is the same to the end with a model that says the same', async () => {
    const { cwd } = await recordSession({ replies });
    expect((await other(cwd, ...replies)).data).toMatchObject({ identical: true, records_same: 15 });
  });

  it('departs where it fails', async () => {
    const { cwd } = await recordSession({ replies });
    expect((await other(cwd, { fault: { status: 401 } })).data).toMatchObject({
      difference: { seq: 4, path: '/type', got: '"model.failed"' },
    });
  });

  it('takes a script by its file as well', async () => {
    const { cwd } = await recordSession({ replies });
    writeFiles(cwd, { 'other.yaml': scriptOf({ say: 'Hm.' }) });
    expect((await jsonOf(['replay', 's', '--script', 'other.yaml'], { cwd })).data).toMatchObject({
      difference: { seq: 4, path: '/content/0/text' },
    });
    const both = ['replay', 's', '--script', 'other.yaml', '--model', 'script:s.yaml'];
    expect((await jsonOf(both, { cwd })).error).toMatchObject({ code: 'flags_contradict' });
  });

  it('is the script that an error names, not the one of the session', async () => {
    const { cwd } = await recordSession({ replies });
    writeFiles(cwd, { 'other.yaml': 'model: script/1\nreplies: 7\n' });
    for (const gone of [false, true]) {
      if (gone) rmSync(join(cwd, 's.yaml'));
      for (const [file, code] of [
        ['nowhere.yaml', 'file_not_found'],
        ['other.yaml', 'document_invalid'],
      ] as const) {
        const { error } = await jsonOf(['replay', 's', '--script', file], { cwd });
        expect(error).toMatchObject({ code, target: join(cwd, file) });
        expect(error?.message).toContain(file);
      }
    }
  });

  it('cannot be verified or recorded at the same time, and must be there', async () => {
    const { cwd } = await recordSession({ replies });
    for (const flag of [['--verify'], ['--record', 'x.jsonl']]) {
      const { error } = await jsonOf(['replay', 's', '--model', 'script:s.yaml', ...flag], { cwd });
      expect(error).toMatchObject({ code: 'flags_contradict' });
    }
    expect((await jsonOf(['replay', 's', '--model', 'gpt'], { cwd })).error).toMatchObject({
      code: 'model_unknown',
    });
  });
});

describe('replay --record', () => {
  it.each(Object.entries(sessionKinds))(
    'keeps a session that says where it came from, passes verify and replays itself: %s',
    async (_, record) => {
      const { cwd, path } = await record();
      const { data } = await jsonOf(['replay', 's', '--record', 'again.jsonl'], { cwd });
      const parent = recordsOf(path);
      const kept = recordsOf(join(cwd, 'again.jsonl'));
      expect(data).toMatchObject({
        identical: true,
        recorded: { path: join(cwd, 'again.jsonl'), session_id: 's-replay', chain_head: kept.at(-1)?.hash },
      });
      expect(kept[0]).toMatchObject({ parent: { session_id: 's', head: parent.at(-1)?.hash } });
      expect(kept.map(({ type, at }) => [type, at])).toEqual(parent.map(({ type, at }) => [type, at]));
      expect((await jsonOf(['verify', './again.jsonl'], { cwd })).data).toMatchObject({ verdict: 'pass' });
      const again = await jsonOf(['replay', './again.jsonl', '--verify'], { cwd });
      expect(again.data).toMatchObject({ identical: true, records_same: parent.length });
    },
  );

  it('does not write over a session that is there', async () => {
    const { cwd } = await recordSession({ replies });
    const again = ['replay', 's', '--record', 'again.jsonl'];
    await jsonOf(again, { cwd });
    expect((await jsonOf(again, { cwd })).error).toMatchObject({ code: 'session_exists' });
    const { error } = await jsonOf(['replay', 's', '--record', '.'], { cwd });
    expect(error).toMatchObject({ code: 'out_is_folder', message: `${cwd} is a folder, not a file.` });
    expect(error?.hint).not.toContain('--out');
  });
});
