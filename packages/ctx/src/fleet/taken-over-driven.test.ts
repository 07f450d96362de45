import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { jsonOf } from '../../test/scripted.js';
import { recordsOf } from '../../test/session-files.js';
import { sharedFolder } from '../../test/shared-folder.js';
import { attempt, latch, logIn, machines, type Settings, scratchIn } from '../../test/takeover-machines.js';

describe('a session of another agent', () => {
  const agentFile = join(import.meta.dirname, '../../test/drive/scripted-agent.mjs');
  const agent = {
    name: 'scripted',
    command: [process.execPath, agentFile, 'script.json'],
    protocol: 'acp' as const,
  };
  const turns = [
    [{ call: { id: 'x', command: 'touch x' } }, { say: 'One.' }],
    [{ call: { id: 'y', command: 'touch y' } }, { say: 'Two.' }],
  ];

  async function takenOverAt(n: number, settings: Settings) {
    const [first, second] = machines([], true, { 'script.json': JSON.stringify(turns) });
    const shared = sharedFolder(temporaryFolder());
    const frozen = latch();
    let commits = 0;
    shared.before = async () => {
      commits += 1;
      if (commits !== n) return;
      frozen.resolve();
      await new Promise<void>(() => {});
    };
    const zombie = attempt(first, shared, settings);
    const over = zombie.ended.then(() => 'over' as const);
    if ((await Promise.race([frozen.promise.then(() => 'frozen' as const), over])) === 'over')
      return undefined;
    const acknowledged = [...zombie.shown];
    shared.before = async () => {};
    const { ended } = attempt(second, shared, settings);
    const end = await ended;
    const log = recordsOf(logIn(second));
    expect(log.slice(0, acknowledged.length)).toEqual(acknowledged);
    const outside = { cwd: second.root, env: { HOME: second.home } };
    expect((await jsonOf(['replay', logIn(second), '--verify'], outside)).exit_code).toBe(0);
    const { data } = await jsonOf(['verify', logIn(second)], outside);
    return { end, log, second, verdict: data?.['verdict'] };
  }

  it('gives the prompt of the turn that was cut off to a new process, on the files as they were before it', async () => {
    const settings = { agent, sandbox: 'off' as const };
    let at = 1;
    for (; ; at++) {
      const taken = await takenOverAt(at, settings);
      if (taken === undefined) break;
      const { end, log, second, verdict } = taken;
      expect([at, end.outcome, end.cause]).toEqual([at, 'completed', 'completed']);
      expect([at, verdict]).toEqual([at, 'pass']);
      const isOver = log.at(-1)?.type === 'run.closed' && !log.some(({ type }) => type === 'session.resumed');
      expect([at, isOver || existsSync(join(scratchIn(second), 'made-by-x'))]).toEqual([at, true]);
      const runs = log.filter((record) => record.type === 'run.opened');
      const cut = log.find((record) => record.type === 'turn.interrupted');
      expect([at, cut?.cause ?? 'gone']).toEqual([at, 'gone']);
      if (runs.length > 1)
        expect(runs[1]).toMatchObject({ continues: 'r1', ...(cut !== undefined && { reopens: true }) });
    }
    expect(at).toBeGreaterThan(4);
  }, 300_000);

  it('ends as lost where it would have to remember what came before', async () => {
    const settings = { agent, sandbox: 'off' as const, continuation: ['More.'] };
    const ends = new Set<string>();
    for (let at = 1; ; at++) {
      const taken = await takenOverAt(at, settings);
      if (taken === undefined) break;
      const { end, log } = taken;
      const isLater = log.some((record) => record.type === 'turn.closed' && record.result.turn === 1);
      if (end.cause === 'worker_lost') expect([at, end.target, isLater]).toEqual([at, 'agent_memory', true]);
      else expect([at, end.outcome]).toEqual([at, 'completed']);
      ends.add(end.cause);
    }
    expect([...ends].sort()).toEqual(['completed', 'worker_lost']);
  }, 300_000);
});
