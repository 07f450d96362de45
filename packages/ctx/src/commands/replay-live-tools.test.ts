import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ctxProgram, runCtx, startCall } from '../../test/in-process.js';
import { recordSession } from '../../test/recorded-session.js';
import { jsonOf } from '../../test/scripted.js';
import { sessionKinds } from '../../test/sessions-of-every-kind.js';
import { treeHash } from '../evidence/tree/tree-hash.js';

describe('replay --tools live', () => {
  const files = { 'work/a.txt': 'alpha\n' };
  const settings = { workspace: 'work', scratch: true };
  const working = [
    {
      call: [
        { tool: 'write', input: { path: 'b.txt', content: 'beta\n' } },
        { tool: 'bash', input: { command: 'cat a.txt b.txt; pwd; exit 2' } },
      ],
    },
    { call: [{ tool: 'read', input: { path: 'b.txt' } }] },
    { say: 'Done.' },
  ];

  it('runs the tools for real in a copy, and finds the same results; nothing is left of it', async () => {
    const { cwd } = await recordSession({ replies: working, files, settings });
    const before = treeHash(join(cwd, 'work')).tree_hash;
    const { data } = await jsonOf(['replay', 's', '--tools', 'live', '--verify'], { cwd });
    expect(data).toMatchObject({ identical: true, tools: { compared: 3, differences: [] } });
    expect(treeHash(join(cwd, 'work')).tree_hash).toBe(before);
    const { stdout } = await runCtx(['replay', 's', '--tools', 'live'], { cwd });
    expect(stdout).toContain('3 of 3 the same');
  });

  it('lists every result that comes out otherwise; with --verify that is an error', async () => {
    const { cwd } = await recordSession({ replies: working, files, settings });
    writeFileSync(join(cwd, 'work/a.txt'), 'ALPHA\n');
    const { data } = await jsonOf(['replay', 's', '--tools', 'live'], { cwd });
    expect(data).toMatchObject({
      identical: true,
      records_same: data?.['records'],
      tools: { compared: 3, differences: [{ seq: 8, type: 'tool.returned', path: '/output' }] },
    });
    const { error } = await jsonOf(['replay', 's', '--tools', 'live', '--verify'], { cwd });
    expect(error?.code).toBe('replay_differs');
    expect(error?.message).toContain('record 8 (tool.returned) at /output');
    const { stdout } = await runCtx(['replay', 's', '--tools', 'live'], { cwd });
    expect(stdout).toMatch(/2 of 3 the same.*record 8 \(tool.returned\) at \/output\n- "alpha.*\n\+ "ALPHA/s);
  });

  it('does not make a call again that was denied or cut short', async () => {
    for (const kind of ['a denied call that the model is told of', 'a tool that is timed out']) {
      const { cwd } = (await sessionKinds[kind]?.()) ?? { cwd: '' };
      const { data } = await jsonOf(['replay', 's', '--tools', 'live'], { cwd });
      expect(data, kind).toMatchObject({ identical: true, tools: { differences: [] } });
    }
  });

  it('needs the workspace, and no other model', async () => {
    const { cwd } = await recordSession({ replies: working, files, settings });
    rmSync(join(cwd, 'work'), { recursive: true });
    expect((await jsonOf(['replay', 's', '--tools', 'live'], { cwd })).error).toMatchObject({
      code: 'workspace_missing',
    });
    expect(
      (await jsonOf(['replay', 's', '--tools', 'live', '--script', 's.yaml'], { cwd })).error,
    ).toMatchObject({ code: 'flags_contradict', target: '--script' });
  });

  it('ends by itself when it is interrupted, and takes the copy away', async () => {
    const { cwd } = await recordSession({
      replies: [
        { call: [{ tool: 'bash', input: { command: 'test ! -e wait || sleep 600' } }] },
        { say: 'Done.' },
      ],
      files,
      settings,
    });
    writeFileSync(join(cwd, 'work/wait'), '');
    const argv = ['replay', 's', '--tools', 'live', '--output-format', 'stream-json'];
    const running: ReturnType<typeof startCall> = startCall(ctxProgram(), argv, {
      cwd,
      out: (text) => {
        if (text.includes('tool.requested')) setImmediate(() => running.interrupt('SIGINT'));
      },
    });
    const { exitCode, stdout } = await running.answer;
    expect(exitCode).toBe(130);
    expect(stdout).toContain('"code":"interrupted"');
  });
});
