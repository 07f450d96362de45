import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { git } from '../../../../ctx/test/git.js';
import { hookCall } from '../../../../ctx/test/hook-call.js';
import { runIn } from '../../../../ctx/test/in-process.js';
import { memoryProject } from '../../../../ctx/test/memory-project.js';
import { makeKey } from '../../../../ctx/test/ssh-keys.js';
import { ctxctlProgram } from '../../../test/repository.js';

const day = 24 * 3_600_000;

/** A repository in which Claude Code works, captured by its hooks or not. */
async function project() {
  const made = await memoryProject();
  made.env['PATH'] = process.env['PATH'] ?? '';
  git(made.root, 'init', '-q');
  git(made.root, 'commit', '-q', '--allow-empty', '-m', 'First');
  const logs = join(made.home, '.local/state/ctx/projects', made.root, '.sessions');
  const audit = async () => {
    const { clock } = made;
    const argv = ['audit', 'capture', '--output-format', 'json'];
    const { data } = envelopeOf(await runIn(ctxctlProgram(), argv, { cwd: made.root, env: made.env, clock }));
    return Array.isArray(data?.['findings']) ? data['findings'].map(String) : ['no findings at all'];
  };
  const transcript = (id: string, at = made.clock.now()) => {
    const folder = join(made.home, '.claude/projects/p');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${id}.jsonl`);
    const common = { cwd: made.root, sessionId: id, version: '2.1.0', isSidechain: false };
    const lines = [
      { type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'Look.' } },
      {
        type: 'assistant',
        uuid: 'u2',
        parentUuid: 'u1',
        message: {
          id: 'm1',
          role: 'assistant',
          model: 'claude-test-1',
          content: [{ type: 'text', text: 'Seen.' }],
          stop_reason: 'end_turn',
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      },
    ].map((line) => JSON.stringify({ ...common, timestamp: new Date(at).toISOString(), ...line }));
    writeFileSync(path, `${lines.join('\n')}\n`);
    utimesSync(path, at / 1000, at / 1000);
    return path;
  };
  /** A session that hooks told of, with its transcript; ended or not. */
  const captured = async (id: string, events: readonly string[] = ['Stop', 'SessionEnd']) => {
    const transcript_path = transcript(id);
    const fields = { session_id: id, transcript_path };
    await hookCall(made, 'SessionStart', { ...fields, source: 'startup' });
    await hookCall(made, 'UserPromptSubmit', { ...fields, prompt: 'Look.' });
    for (const event of events) await hookCall(made, event, fields);
    return { transcript: transcript_path, log: join(logs, `claude-code-${id}.jsonl`) };
  };
  return {
    ...made,
    made,
    audit,
    transcript,
    captured,
    report: () => readFileSync(join(made.root, '.context/audit/capture.md'), 'utf8'),
  };
}

describe('a captured session', () => {
  it('is no finding where it ended and its transcript is what it was', async () => {
    const { captured, audit, report } = await project();
    await captured('one');
    expect(await audit()).toEqual([]);
    expect(report()).toContain('Sessions that were read: 1.');
  });

  it('is a finding where it does not verify', async () => {
    const { captured, audit } = await project();
    const { log } = await captured('one');
    writeFileSync(log, readFileSync(log, 'utf8').replace('Look.', 'Hook.'));
    expect(await audit()).toEqual([
      expect.stringMatching(
        /^Session `claude-code-one` does not verify: hash_mismatch \(session_fails\)\. Next: /,
      ),
    ]);
  });

  it('is a finding a day after nobody ended it, and none before or after its transcript was imported', async () => {
    const { captured, audit, clock, data } = await project();
    await captured('one', []);
    expect(await audit()).toEqual([]);
    clock.advance(day + 60_000);
    expect(await audit()).toEqual([
      expect.stringMatching(/^Session `claude-code-one` never ended.*\(never_ended\)/),
    ]);
    await data('import', 'claude-code');
    expect(await audit()).toEqual([]);
  });

  it('is a finding where its transcript was edited or deleted, unless its host deletes so old ones', async () => {
    const { captured, audit, clock, report } = await project();
    const { transcript } = await captured('one');
    writeFileSync(transcript, readFileSync(transcript, 'utf8').replace('Seen.', 'Gone.'));
    expect(await audit()).toEqual([expect.stringContaining('(transcript_changed)')]);
    rmSync(transcript);
    expect(await audit()).toEqual([expect.stringContaining('(transcript_deleted)')]);
    clock.advance(31 * day);
    expect(await audit()).toEqual([]);
    expect(report()).toContain('Transcripts gone after a month, which is when hosts delete them: 1.');
  });

  it('is a finding where its host wrote its transcript anew meanwhile', async () => {
    const { made, captured, audit } = await project();
    const { transcript: transcript_path } = await captured('one', ['Stop']);
    writeFileSync(transcript_path, `${readFileSync(transcript_path, 'utf8').split('\n')[0]}\n`);
    await hookCall(made, 'UserPromptSubmit', { session_id: 'one', transcript_path, prompt: 'Again.' });
    expect(await audit()).toEqual([expect.stringContaining('(transcript_rewritten)')]);
  });

  it('is a finding where the checkpoint knows it and it was deleted or cut off since', async () => {
    const { captured, audit, data } = await project();
    const [one, two] = [await captured('one'), await captured('two')];
    await data('checkpoint', '--key', makeKey().file);
    expect(await audit()).toEqual([]);
    rmSync(one.log);
    rmSync(one.transcript);
    const lines = readFileSync(two.log, 'utf8').split('\n');
    writeFileSync(two.log, `${lines.slice(0, -3).join('\n')}\n`);
    expect(await audit()).toEqual([
      expect.stringMatching(/`claude-code-one`.*\(session_deleted\)/),
      expect.stringMatching(/`claude-code-two`.*\(session_cut_off\)/),
    ]);
  });
});

describe('a session of an agent that nobody captured', () => {
  it('is a finding, until it is imported', async () => {
    const { transcript, audit, clock, data } = await project();
    transcript('one');
    expect(await audit()).toEqual([]);
    clock.advance(2 * 3_600_000);
    expect(await audit()).toEqual([
      expect.stringMatching(
        /^claude-code worked here, .*`claude-code-one`.*\(session_missing\)\. Next: `ctx import claude-code`/,
      ),
    ]);
    await data('import', 'claude-code');
    expect(await audit()).toEqual([]);
  });

  it('is no finding where it was in another project or nothing was said', async () => {
    const { transcript, audit, clock, home } = await project();
    const path = transcript('one');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(join(home, 'project'), '/elsewhere'));
    writeFileSync(join(path, '../two.jsonl'), '{"type":"summary","sessionId":"two"}\n');
    clock.advance(2 * day);
    expect(await audit()).toEqual([]);
  });

  it('is a finding also after an import, where its agent was captured by then', async () => {
    const { transcript, captured, audit, clock, data, report } = await project();
    transcript('before', clock.now() - day);
    await captured('one');
    clock.advance(day);
    transcript('after');
    clock.advance(day);
    await data('import', 'claude-code');
    expect(await audit()).toEqual([
      expect.stringMatching(/`claude-code-after` was only imported.*\(not_captured\)/),
    ]);
    expect(report()).toContain('Imported, from before their agent was captured: 1.');
  });
});

it('says the same of the same sessions, in the same order, and never too much for a report', async () => {
  const { captured, audit, report } = await project();
  const { log } = await captured('one');
  const broken = readFileSync(log, 'utf8').replace('Look.', 'Hook.');
  for (let i = 0; i < 600; i++) writeFileSync(log.replace('one.jsonl', `${i}.jsonl`), broken);
  const findings = await audit();
  expect(findings).toHaveLength(600);
  expect(await audit()).toEqual(findings);
  expect(report()).toContain('100 more are left out here.');
});
