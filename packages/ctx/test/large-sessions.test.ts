import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeLargeSession } from '../../../bench/large-session.js';
import { builtFolder, runNode } from './built.js';
import { temporaryFolder } from './folder.js';

/** More text than fits into the memory that the program is given. */
const calls = 5000;
const heapMb = { 'load-session': 24, 'flush-transcript': 32, report: 128 };

it('what a large session holds is told and reported in less memory than the session has', async () => {
  const cwd = temporaryFolder();
  writeLargeSession(join(cwd, 's.jsonl'), calls, 30_000);
  const ctx = (command: keyof typeof heapMb, ...words: string[]) => {
    const held = words.includes('--messages') ? 96 : 0;
    const heap = `--max-old-space-size=${heapMb[command] + held}`;
    const argv = [join(builtFolder(), 'ctx.cjs'), command, './s.jsonl', ...words, '--output-format', 'json'];
    return runNode([heap, ...argv], { cwd });
  };
  const loaded = await ctx('load-session');
  expect(loaded.exitCode, loaded.stderr).toBe(0);
  expect(JSON.parse(loaded.stdout).data).toMatchObject({
    records: 3 + 4 * calls,
    messages_count: 1 + 2 * calls,
  });
  for (const format of ['markdown', 'json']) {
    const flushed = await ctx('flush-transcript', '--format', format);
    expect(flushed.exitCode, flushed.stderr).toBe(0);
    const { path, bytes, messages_count } = JSON.parse(flushed.stdout).data;
    expect(messages_count).toBe(1 + 2 * calls);
    expect(statSync(path).size).toBe(bytes);
    expect(bytes).toBeGreaterThan(calls * 30_000);
  }
  const shown = await ctx('load-session', '--messages');
  expect(JSON.parse(shown.stdout).error).toMatchObject({
    code: 'transcript_too_large',
    hint: expect.stringContaining('ctx flush-transcript'),
  });
  const reported = await ctx('report', '--out', 'out');
  expect(reported.exitCode, reported.stderr).toBe(0);
  const argv = [join(builtFolder(), 'ctx.cjs'), 'verify', 'out', '--session', './s.jsonl'];
  // The report is what the log says; only the session itself is not finished.
  const verified = await runNode([...argv, '--output-format', 'json'], { cwd });
  const { findings } = JSON.parse(verified.stdout).error.details;
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(['session_incomplete']);
});
