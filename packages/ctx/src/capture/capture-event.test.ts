import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, cleanEnvironment } from '../../test/built.js';
import { logOf, typesIn } from '../../test/captured-log.js';
import { hookCall } from '../../test/hook-call.js';
import { type MemoryProject, memoryProject } from '../../test/memory-project.js';
import { verify } from '../evidence/verify-entry.js';
import { readWhole } from '../session/read-whole.js';

const ls = { tool_name: 'Bash', tool_input: { command: 'ls' } };

async function session(project: MemoryProject, transcript: string, events: readonly [string, object][]) {
  for (const [event, fields] of events)
    await hookCall(project, event, { transcript_path: transcript, ...fields });
}

describe('a session that hooks told of', () => {
  it('is a sealed log with every prompt, call, denial and stop, which verify passes', async () => {
    const project = await memoryProject();
    project.write('config.yaml', 'hooks:\n  deny: [{ rule: "Bash(rm *)", because: not here }]\n');
    await session(project, '', [
      ['SessionStart', { source: 'startup', model: 'sonnet' }],
      ['UserPromptSubmit', { prompt: 'List the files.' }],
      ['PreToolUse', { ...ls, tool_use_id: 'a' }],
      ['PostToolUse', { ...ls, tool_use_id: 'a', tool_response: { stdout: 'README' } }],
      ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'rm x' }, tool_use_id: 'b' }],
      ['PreCompact', { trigger: 'auto' }],
      ['PreToolUse', { ...ls, tool_use_id: 'c' }],
      ['PermissionRequest', { ...ls }],
      ['PostToolUseFailure', { ...ls, hook_event_name: 'PostToolUseFailure', tool_use_id: 'c', error: 'no' }],
      ['PreToolUse', { ...ls, tool_use_id: 'd', agent_id: 'sub' }],
      ['PostToolUse', { ...ls, tool_use_id: 'd', agent_id: 'sub', tool_response: 'x' }],
      ['SubagentStop', { agent_id: 'sub', last_assistant_message: 'Done.' }],
      ['Stop', { last_assistant_message: 'There is one.' }],
      ['SessionEnd', { reason: 'exit' }],
    ]);
    const path = logOf(project);
    expect(typesIn(path)).toEqual([
      'session.opened',
      'run.opened',
      'turn.opened',
      'tool.requested',
      'tool.returned',
      'tool.denied',
      'context.compacted',
      'tool.requested',
      'approval.requested',
      'approval.given',
      'tool.returned',
      'run.opened',
      'turn.opened',
      'tool.requested',
      'tool.returned',
      'turn.closed',
      'run.closed',
      'turn.closed',
      'run.closed',
    ]);
    expect(verify(path)).toMatchObject({
      verdict: 'pass',
      findings: [],
      runs: [
        { run_id: 'agent-sub', agent: 'claude-code' },
        { run_id: 'main', agent: 'claude-code' },
      ],
      not_checked: expect.arrayContaining([
        'what claude-code did between its hooks: the chain covers only what they reported',
      ]),
    });
    expect(readWhole(path).records.find(({ type }) => type === 'tool.denied')).toMatchObject({
      call_id: 'b',
      reason: expect.stringContaining('not here'),
    });
    expect((await project.data('verify', 'claude-code-one'))['verdict']).toBe('pass');
  });

  it.each(['sub', '../beside'])(
    'stays in one log where its agent makes %s a project of its own that wants no capture',
    async (place) => {
      const project = await memoryProject();
      const codex = (event: string, fields: object) =>
        hookCall(project, event, { ...fields }, ['codex', event]);
      await codex('SessionStart', { source: 'startup' });
      await codex('UserPromptSubmit', { prompt: 'List the files.' });
      const cwd = join(project.root, place);
      mkdirSync(join(cwd, '.context'), { recursive: true });
      writeFileSync(join(cwd, '.context/TASKS.md'), '');
      writeFileSync(join(cwd, '.context/config.yaml'), 'capture: false\n');
      await codex('PreToolUse', { ...ls, cwd, tool_use_id: 'a' });
      await codex('PostToolUse', { ...ls, cwd, tool_use_id: 'a', tool_response: { stdout: 'README' } });
      expect(typesIn(logOf(project, 'codex-one'))).toEqual([
        'session.opened',
        'run.opened',
        'turn.opened',
        'tool.requested',
        'tool.returned',
      ]);
      expect(existsSync(logOf({ ...project, root: cwd }, 'codex-one'))).toBe(false);
    },
  );

  it.each([
    ['works in a repository that it made below it', 'sub', ['sub/.git/']],
    [
      'works in a repository where another program has a file called .context',
      'sub',
      ['sub/.git/', 'sub/.context'],
    ],
    ['works outside of every project', '..', []],
    ['works in a folder that is gone', 'gone', []],
  ])('stays in the log of its project where its agent %s', async (_, place, made) => {
    const project = await memoryProject();
    const codex = (event: string, fields: object) =>
      hookCall(project, event, { ...fields }, ['codex', event]);
    await codex('UserPromptSubmit', { prompt: 'List the files.' });
    const cwd = join(project.root, place);
    for (const path of made)
      if (path.endsWith('/')) mkdirSync(join(project.root, path), { recursive: true });
      else writeFileSync(join(project.root, path), 'mine\n');
    expect((await codex('PreToolUse', { ...ls, cwd, tool_use_id: 'a' })).refusal).toBeUndefined();
    await codex('PostToolUse', { ...ls, cwd, tool_use_id: 'a', tool_response: { stdout: 'README' } });
    await codex('Stop', { cwd, last_assistant_message: 'There is one.' });
    expect(typesIn(logOf(project, 'codex-one'))).toEqual([
      'session.opened',
      'run.opened',
      'turn.opened',
      'tool.requested',
      'tool.returned',
      'turn.closed',
    ]);
  });

  it('goes on in its log where its agent took the memory of the project away', async () => {
    const project = await memoryProject();
    await hookCall(project, 'UserPromptSubmit', { prompt: 'List the files.' });
    rmSync(project.path(), { recursive: true });
    expect((await hookCall(project, 'PreToolUse', { ...ls, tool_use_id: 'a' })).refusal).toContain(
      'are gone',
    );
    await hookCall(project, 'Stop', { last_assistant_message: 'There is one.' });
    expect(typesIn(logOf(project)).slice(3)).toEqual(['tool.denied', 'turn.closed']);
    expect(existsSync(project.path())).toBe(false);
  });

  it('goes on after its end, and in a turn that nobody closed', async () => {
    const project = await memoryProject();
    await session(project, '', [
      ['UserPromptSubmit', { prompt: 'one' }],
      ['UserPromptSubmit', { prompt: 'two' }],
      ['SessionEnd', { reason: 'exit' }],
      ['SessionStart', { source: 'resume' }],
      ['PostToolUse', { ...ls, tool_response: '' }],
      ['Stop', {}],
      ['SessionEnd', {}],
    ]);
    expect(verify(logOf(project))).toMatchObject({
      verdict: 'pass',
      runs: [
        { run_id: 'main', stop_reason: 'cancelled' },
        { run_id: 'main-2', stop_reason: 'completed' },
      ],
    });
  });

  it('has a call in it whose input is nested deeper than anybody can read it', async () => {
    const project = await memoryProject();
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    await hookCall(project, 'UserPromptSubmit', { prompt: 'x' });
    await hookCall(project, 'PostToolUse', { tool_name: 'Odd', tool_input: { deep }, tool_response: deep });
    await hookCall(project, 'SessionEnd', {});
    expect(readWhole(logOf(project)).records.find(({ type }) => type === 'tool.requested')).toMatchObject({
      tool: 'Odd',
      input: { left_out: expect.stringContaining('too deep') },
    });
    expect(verify(logOf(project)).verdict).toBe('pass');
  });

  it('has no secret in it', async () => {
    const project = await memoryProject();
    project.env['DEPLOY_TOKEN'] = 'correct-horse-battery';
    await hookCall(project, 'UserPromptSubmit', { prompt: 'use correct-horse-battery' });
    await hookCall(project, 'SessionEnd', {});
    const text = readFileSync(logOf(project), 'utf8');
    expect(text).not.toContain('correct-horse');
    expect(text).toContain('[redacted:');
    expect(verify(logOf(project)).verdict).toBe('pass');
  });

  it('is folded again where what is kept beside it does not fit or is of an older version, and mended where a crash tore it', async () => {
    const project = await memoryProject();
    await hookCall(project, 'UserPromptSubmit', { prompt: 'one' });
    const path = logOf(project);
    writeFileSync(`${path}.state`, '{"head":');
    await hookCall(project, 'PreToolUse', { ...ls, tool_use_id: 'a' });
    const { fold, ...kept } = JSON.parse(readFileSync(`${path}.state`, 'utf8'));
    const asOfOld = { ...fold, main: { ...fold.main, tally: undefined, turns: 1, tool_calls: 1 } };
    writeFileSync(`${path}.state`, JSON.stringify({ ...kept, fold: asOfOld }));
    await hookCall(project, 'PreToolUse', { ...ls, tool_use_id: 'b' });
    rmSync(`${path}.state`);
    appendFileSync(path, '{"at":"2026-');
    await hookCall(project, 'PostToolUse', { ...ls, tool_use_id: 'a', tool_response: 'x' });
    await hookCall(project, 'Stop', {});
    await hookCall(project, 'SessionEnd', {});
    expect(typesIn(path)).toContain('session.repaired');
    expect(typesIn(path).filter((type) => type === 'tool.requested')).toHaveLength(2);
    expect(verify(path)).toMatchObject({ verdict: 'pass', findings: [] });
  });
});

describe('events that come at once', () => {
  const call = (id: string) => ({ ...ls, tool_use_id: id, agent_id: `agent-${id}` });

  it('are all kept, 200 of them', async () => {
    const project = await memoryProject();
    await hookCall(project, 'UserPromptSubmit', { prompt: 'x' });
    const ids = Array.from({ length: 200 }, (_, i) => `call-${i}`);
    await Promise.all(ids.map((id) => hookCall(project, 'PreToolUse', call(id))));
    await Promise.all(ids.map((id) => hookCall(project, 'PostToolUse', { ...call(id), tool_response: id })));
    await hookCall(project, 'SessionEnd', {});
    const { records } = readWhole(logOf(project));
    const kept = records.flatMap((record) => (record.type === 'tool.returned' ? [record.call_id] : []));
    expect(kept.toSorted()).toEqual(ids.toSorted());
    expect(verify(logOf(project))).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('lose nothing of the others where some of their processes are killed', async () => {
    const project = await memoryProject();
    await hookCall(project, 'UserPromptSubmit', { prompt: 'x' });
    const ids = Array.from({ length: 24 }, (_, i) => `call-${i}`);
    const ended = await Promise.all(
      ids.map((id, index) => {
        const event = { session_id: 'one', cwd: project.root, hook_event_name: 'PreToolUse', ...call(id) };
        const words = [join(builtFolder(), 'hook.cjs'), 'claude-code', 'PreToolUse'];
        const child = spawn(process.execPath, words, {
          cwd: project.root,
          env: cleanEnvironment(project.home),
        });
        child.stdin.end(JSON.stringify(event));
        // Each third is killed when the log has grown to so many records.
        if (index % 3 === 0) killAt(child, logOf(project), 400 * index);
        return new Promise<[string, number | null]>((resolve) =>
          child.on('close', (code) => resolve([id, code])),
        );
      }),
    );
    await hookCall(project, 'SessionEnd', {});
    const path = logOf(project);
    const kept = readWhole(path).records.flatMap((record) =>
      record.type === 'tool.requested' ? [record.call_id] : [],
    );
    const lived = ended.flatMap(([id, code]) => (code === 0 ? [id] : []));
    expect(lived.length).toBeGreaterThanOrEqual(16);
    expect(lived.filter((id) => !kept.includes(id))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    expect(verify(path)).toMatchObject({ verdict: 'pass', findings: [] });
  });
});

/** Wherever it is by then. */
function killAt(child: ChildProcess, path: string, bytes: number): void {
  const watching = setInterval(() => {
    if (child.exitCode === null && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) < bytes) return;
    clearInterval(watching);
    child.kill('SIGKILL');
  }, 1);
  child.on('close', () => clearInterval(watching));
}

describe('what the host wrote itself', () => {
  it('is looked at with each event: only what it gained', async () => {
    const project = await memoryProject();
    const transcript = join(project.home, 'transcript.jsonl');
    writeFileSync(transcript, 'one\n');
    await hookCall(project, 'UserPromptSubmit', { prompt: 'x', transcript_path: transcript });
    appendFileSync(transcript, 'two\n');
    await hookCall(project, 'Stop', { transcript_path: transcript });
    await hookCall(project, 'PreCompact', { transcript_path: transcript });
    const seen = readWhole(logOf(project)).records.filter(({ type }) => type === 'source.observed');
    expect(seen).toMatchObject([
      { source: '~/transcript.jsonl', size: 4 },
      { source: '~/transcript.jsonl', from: 4, size: 8 },
    ]);
  });
});

it('tells verify of a transcript that was edited afterwards, and of one that is gone', async () => {
  const project = await memoryProject();
  const transcript = join(project.home, 'transcript.jsonl');
  writeFileSync(transcript, 'one\ntwo\n');
  await hookCall(project, 'UserPromptSubmit', { prompt: 'x', transcript_path: transcript });
  await hookCall(project, 'Stop', { transcript_path: transcript });
  await hookCall(project, 'SessionEnd', {});
  appendFileSync(transcript, 'three\n');
  const noted = async () => (await project.data('verify', 'claude-code-one'))['noted'];
  expect(await noted()).toBeUndefined();
  writeFileSync(transcript, 'one\ntoo\nthree\n');
  expect(await noted()).toMatchObject([{ code: 'source_changed' }]);
  rmSync(transcript);
  expect(await noted()).toMatchObject([{ code: 'source_gone' }]);
});

it('records that the transcript was not there at the end, which is no error of the hook', async () => {
  const project = await memoryProject();
  await session(project, join(project.home, 'never-written.jsonl'), [
    ['UserPromptSubmit', { prompt: 'x' }],
    ['Stop', {}],
    ['SessionEnd', {}],
  ]);
  expect(readWhole(logOf(project)).records.at(-1)).toMatchObject({
    type: 'finding',
    code: 'transcript_missing',
  });
  expect(existsSync(project.path('state', 'hook-errors.log'))).toBe(false);
  expect((await project.data('verify', 'claude-code-one'))['verdict']).toBe('pass');
});
