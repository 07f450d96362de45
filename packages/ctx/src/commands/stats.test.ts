import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';
import { claudeLines } from '../foreign/fixtures/claude-lines.js';
import { textOf } from '../foreign/fixtures/line.js';
import { transcriptOf } from '../foreign/fixtures/transcripts.js';
import { transcriptHosts } from '../foreign/known-hosts.js';

/** One session of each agent, in a folder of the test's own. */
async function six() {
  const cwd = temporaryFolder();
  for (const host of transcriptHosts) writeFileSync(join(cwd, `${host}.jsonl`), transcriptOf(host));
  for (const host of transcriptHosts)
    await jsonOf(['import', `./${host}.jsonl`, '--directory', 's'], { cwd });
  return { cwd };
}

it('counts every agent’s sessions, turns, calls, tokens, failures and denials', async () => {
  const outside = await six();
  const { data } = await jsonOf(['stats', '--directory', 's'], outside);
  expect(data).toMatchObject({
    total: { sessions: 6, turns: 6, answers: 18, input_tokens: 6 * 51, output_tokens: 6 * 9, denials: 6 },
    agent: [...transcriptHosts].sort().map((name) => ({ name, sessions: 1, turns: 1, answers: 3 })),
    day: expect.arrayContaining([expect.objectContaining({ name: '2026-11-16' })]),
    sessions_unreadable: 0,
  });
  const { stdout } = await runCtx(['stats', '--directory', 's', '--by', 'model'], outside);
  expect(stdout).toMatch(/claude-test-1 +1 +1 +2 +1 +1 +51 +9/);
});

it('counts a file that nobody can open as unreadable, and all the others', async () => {
  const outside = await six();
  symlinkSync('circle.jsonl', join(outside.cwd, 's', 'circle.jsonl'));
  const { data } = await jsonOf(['stats', '--directory', 's'], outside);
  expect(data).toMatchObject({ total: { sessions: 6 }, sessions_unreadable: 1 });
});

it('says which costs are recorded, and how many answers have none', async () => {
  const outside = await six();
  const { data } = await jsonOf(['stats', '--directory', 's'], outside);
  expect(data).toMatchObject({
    total: { cost_microusd: 1500, answers_without_cost: 15 },
    derived: [expect.stringContaining('15 answers without a known cost')],
  });
});

it('counts an answer once that stands in two logs', async () => {
  const cwd = temporaryFolder();
  const lines = claudeLines();
  const copy = textOf(lines).replaceAll('11111111-2222', '99999999-2222');
  writeFileSync(join(cwd, 'a.jsonl'), textOf(lines));
  writeFileSync(join(cwd, 'b.jsonl'), copy);
  for (const name of ['a', 'b']) await jsonOf(['import', `./${name}.jsonl`, '--directory', 's'], { cwd });
  const { data } = await jsonOf(['stats', '--directory', 's'], { cwd });
  expect(data).toMatchObject({ total: { answers: 3, input_tokens: 51 }, repeated_answers: 3 });
  // Nor are its turn and its calls there twice.
  expect(data).toMatchObject({
    total: { sessions: 2, turns: 1, tool_calls: 2, failed_calls: 1, denials: 1 },
    day: [{ name: '2026-11-16', turns: 1 }],
  });
  writeFileSync(join(cwd, 'rules.yaml'), 'deny:\n  - "Bash(npm test)"\n');
  const judged = await jsonOf(['replay', '--policy', 'rules.yaml', '--all', '--sessions-dir', 's'], { cwd });
  expect(judged).toMatchObject({ data: { sessions: 2, calls: 2, denied: [{ call_id: 'call_b' }] } });
});

it('counts the answers of a copied log once, also where their model gives them no id', async () => {
  const cwd = temporaryFolder({
    's.yaml':
      'model: script/1\nreplies: [{ call: [{ tool: glob, input: { pattern: x } }] }, { say: Done. }]\n',
    'rules.yaml': 'deny: [glob]\n',
  });
  mkdirSync(join(cwd, 's'));
  const run = ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--out', 's/one.jsonl'];
  expect((await jsonOf(run, { cwd })).exit_code).toBe(0);
  for (const name of ['two', 'three']) copyFileSync(join(cwd, 's/one.jsonl'), join(cwd, `s/${name}.jsonl`));
  const { data } = await jsonOf(['stats', '--directory', 's'], { cwd });
  expect(data).toMatchObject({ total: { answers: 2, turns: 1, tool_calls: 1 }, repeated_answers: 4 });
  const judged = await jsonOf(['replay', '--policy', 'rules.yaml', '--all', '--sessions-dir', 's'], { cwd });
  expect(judged).toMatchObject({ data: { sessions: 3, calls: 1 } });
});

it('refuses rules to try that nobody can read, instead of saying what they would have denied', async () => {
  const cwd = temporaryFolder({
    'broken.yaml': 'deny: ["bash(git *"]\n',
    'two.yaml': 'deny: ["bash(git *), bash(rm *)"]\n',
  });
  for (const name of ['broken', 'two'])
    expect(
      (await jsonOf(['replay', '--policy', `${name}.yaml`, '--all', '--sessions-dir', '.'], { cwd })).error,
    ).toMatchObject({ code: 'rule_unreadable', target: expect.stringMatching(/^bash\(git \*/) });
});

it('judges every call, whatever its input is called like', async () => {
  const input = { command: 'true', response_id: 'a', hash: 'c' };
  const call = (id: string) => ({ call: [{ tool: 'bash', input: { ...input, description: id } }] });
  const cwd = temporaryFolder({
    's.yaml': JSON.stringify({ model: 'script/1', replies: [call('1'), call('2'), { say: 'Done.' }] }),
    'rules.yaml': 'deny: [bash]\n',
  });
  await jsonOf(['run', '--task', 'Go.', '--model', 'script:s.yaml', '--session-id', 's'], { cwd });
  const judged = await jsonOf(['replay', '--policy', 'rules.yaml', '--all'], { cwd });
  expect(judged).toMatchObject({
    data: { calls: 2, denied: [{ call_id: 'call-1' }, { call_id: 'call-2' }] },
  });
});

it('counts nothing as of today that another agent did before', async () => {
  const outside = await six();
  const { data } = await jsonOf(['stats', '--directory', 's', '--since', '2026-11-17'], outside);
  expect(data).toMatchObject({ total: { sessions: 0, turns: 0 }, day: [] });
});

it('lists what rules would have denied in every session of every agent', async () => {
  const outside = await six();
  writeFileSync(join(outside.cwd, 'rules.yaml'), 'deny:\n  - "Bash(npm test)"\n');
  const { data } = await jsonOf(
    ['replay', '--policy', 'rules.yaml', '--all', '--sessions-dir', 's'],
    outside,
  );
  expect(data).toMatchObject({
    sessions: 6,
    denied: [...transcriptHosts]
      .sort()
      .map((agent) => ({ agent, call_id: 'call_b', subject: 'npm test', rule: 'Bash(npm test)' })),
  });
  const { stdout } = await runCtx(
    ['replay', '--policy', 'rules.yaml', '--all', '--sessions-dir', 's'],
    outside,
  );
  expect(stdout).toContain('would have denied 6 of');
});

it('judges one session of another agent by rules, and refuses a broken one', async () => {
  const outside = await six();
  writeFileSync(join(outside.cwd, 'rules.yaml'), 'allow: ["bash(ls)"]\n');
  const judged = await jsonOf(['replay', 'codex', '--policy', 'rules.yaml', '--sessions-dir', 's'], outside);
  expect(judged).toMatchObject({ data: { sessions: 1, denied: [{ call_id: 'call_b' }] } });
  writeFileSync(join(outside.cwd, 's', 'broken.jsonl'), 'no\n');
  const { exitCode } = await runCtx(
    ['replay', 'broken', '--policy', 'rules.yaml', '--sessions-dir', 's'],
    outside,
  );
  expect(exitCode).toBe(1);
});

it('holds what an agent said against its log', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'a.jsonl'), transcriptOf('claude-code').replace('It is clean.', 'All tests pass.'));
  await jsonOf(['import', './a.jsonl', '--directory', 's'], { cwd });
  const { data } = await jsonOf(['claims', 'claude-code', '--directory', 's'], { cwd });
  expect(data).toMatchObject({
    doubtful: 1,
    claims: [{ sentence: 'All tests pass.', verdict: 'contradicted', exit_code: 1 }],
  });
  const { stdout } = await runCtx(['claims', 'claude-code', '--directory', 's'], { cwd });
  expect(stdout).toContain('the last test command failed with exit code 1');
});
