import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { recordSession } from '../../../test/recorded-session.js';
import { sessionKinds } from '../../../test/sessions-of-every-kind.js';
import { verify } from '../verify-entry.js';
import { findingsOf, type Loose, writeResealed } from './resealed.fixture.js';

function writeRaw(content: string | Buffer): string {
  const path = join(temporaryFolder(), 's.jsonl');
  writeFileSync(path, content);
  return path;
}

describe('a session that the loop wrote', () => {
  const finished = Object.entries(sessionKinds);
  it.each(finished)('passes: %s', async (_, record) => {
    const { path } = await record();
    expect(verify(path)).toMatchObject({ verdict: 'pass', findings: [] });
  });
});

describe('a changed file', () => {
  it('is found out wherever one bit is changed', async () => {
    const { path } = await recordSession({ replies: [{ say: 'Grüße.' }] });
    const bytes = readFileSync(path);
    const lineOf = (offset: number) => bytes.subarray(0, offset).toString('latin1').split('\n').length - 1;
    for (let offset = 0; offset < bytes.length; offset++) {
      const changed = Buffer.from(bytes);
      changed[offset] = (bytes[offset] ?? 0) ^ (1 << (offset % 8));
      writeFileSync(path, changed);
      const { verdict, findings } = verify(path);
      expect(verdict, `byte ${offset}`).not.toBe('pass');
      const at = findings[0]?.seq ?? -1;
      // A hash that was changed shows in its record; a line break that was, in the line that it ended.
      expect(at, `byte ${offset}`).toBe(lineOf(offset));
    }
  });

  it('is found out wherever it ends too early, unless it ends between two runs', async () => {
    const { path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const bytes = readFileSync(path);
    for (let end = 0; end < bytes.length; end += 5) {
      writeFileSync(path, bytes.subarray(0, end));
      expect(verify(path).verdict, `${end} bytes`).toBe('incomplete');
    }
  });

  it('is found out where a record is left out, doubled or moved', async () => {
    const { path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    const write = (changed: readonly (string | undefined)[]) =>
      writeFileSync(path, changed.map((line) => `${line}\n`).join(''));
    write(lines.toSpliced(3, 1));
    expect(findingsOf(path)).toEqual([['seq_gap', 3]]);
    write(lines.toSpliced(3, 0, lines[3] ?? ''));
    expect(findingsOf(path)).toEqual([['seq_gap', 4]]);
    write([...lines.slice(0, 2), lines[3], lines[2], ...lines.slice(4)]);
    expect(findingsOf(path)).toEqual([['seq_gap', 2]]);
  });
});

describe('a hostile file gives a finding, never a crash', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const first = {
    at: '2026-01-01T00:00:00.000Z',
    format: 1,
    contract: 'session/v1',
    session_id: 's',
    type: 'session.opened',
  };

  it.each([
    ['nothing at all', '', 'session_empty', 'incomplete'],
    ['a blank line', '\n', 'line_not_json', 'fail'],
    ['no JSON', 'hello\n', 'line_not_json', 'fail'],
    ['JSON that is no object', 'null\n', 'record_malformed', 'fail'],
    ['an empty object', '{}\n', 'seq_gap', 'fail'],
    ['deep nesting', `${deep(200_000)}\n`, 'record_malformed', 'fail'],
    ['bytes that are no UTF-8', Buffer.from('7b22ff227d0a', 'hex'), 'invalid_utf8', 'fail'],
    ['a later format', `{"format":99}\n`, 'format_newer', 'incomplete'],
    ['a byte order mark', '\ufeff{}\n', 'line_not_json', 'fail'],
    ['a line of megabytes', `"${'x'.repeat(5_000_000)}"\n`, 'record_malformed', 'fail'],
    ['a key __proto__', '{"__proto__":{"seq":0},"seq":0}\n', 'prev_mismatch', 'fail'],
  ])('%s', (_, content, code, verdict) => {
    expect(verify(writeRaw(content))).toMatchObject({ verdict, records: 0, findings: [{ code, seq: 0 }] });
  });

  it('a later format says nothing of the head that was kept', () => {
    const head = `sha256:${'1'.repeat(64)}`;
    expect(verify(writeRaw('{"format":99}\n'), { head })).toMatchObject({
      verdict: 'incomplete',
      head_checked: false,
      findings: [{ code: 'format_newer' }],
    });
  });

  it('a record that is sealed well and does not fit its type', () => {
    const path = writeRaw('');
    writeResealed(path, [{ ...first, seq: 0, runs: [], __proto__: { evil: true }, ['extra']: 1 }]);
    expect(findingsOf(path)).toEqual([['record_malformed', 0]]);
    writeResealed(path, [{ ...first, seq: 0, runs: [], type: 'session.closed' }]);
    expect(findingsOf(path)).toEqual([['type_unknown', 0]]);
    writeResealed(path, [{ at: first.at, seq: 0, type: 'session.appended', runs: [] }]);
    expect(findingsOf(path)).toEqual([['not_opened', 0]]);
  });

  it('a deep input that is sealed well', async () => {
    const { path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, 3);
    const last: Loose = JSON.parse(lines[2] ?? '');
    const body = `"prev":"${last['hash']}","seq":3,"type":"model.responded","usage":{"input_tokens":0,"output_tokens":0}}`;
    const part = `{"call_id":"c","input":${deep(100_000)},"tool":"t","type":"tool_call"}`;
    const head = `{"at":"${last['at']}","call":1,"content":[${part}],"cost_microusd":0,"finish":"stop",`;
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256')
      .update(head + body)
      .digest('hex');
    writeFileSync(path, `${lines.join('\n')}\n${head}"hash":"sha256:${hash}",${body}\n`);
    expect(findingsOf(path)).toContainEqual(['nested_too_deep', 3]);
  });

  it('a record that is sealed well and not canonical', async () => {
    const { path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, 2);
    const { hash: _, ...record }: Loose = JSON.parse(lines[1] ?? '');
    const { createHash } = await import('node:crypto');
    const { at, ...rest } = record;
    const before = `{"at":"${String(at)}",`;
    const after = `${JSON.stringify(rest).slice(1)}`.replace('"run_id":', '"run_id": ');
    const digest = createHash('sha256')
      .update(before + after)
      .digest('hex');
    writeFileSync(path, `${lines[0]}\n${before}"hash":"sha256:${digest}",${after}\n`);
    expect(findingsOf(path)).toEqual([['not_canonical', 1]]);
  });
});
