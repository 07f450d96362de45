// Who is asked about a call, what they are shown, and what the log says of it afterwards.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RecordOf, RecordType, SessionRecord } from '../src/protocol/records.js';
import { temporaryFolder } from './folder.js';
import { onTerminal, type Typed } from './on-terminal.js';
import { jsonOf, scriptOf } from './scripted.js';
import { recordsOf } from './session-files.js';

/** How the question is drawn: nothing in a call can be taken for it. */
const question = '\u001b[0Jallow? ';
const bash = (command: string) => ({ tool: 'bash', input: { command } });
const write = (path: string, content: string) => ({ tool: 'write', input: { path, content } });
const asking = ['--ask-tool', 'bash', '--ask-tool', 'write'];
const run = ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--session-id', 's'];

function projectWith(...replies: readonly object[]) {
  const home = temporaryFolder();
  const cwd = temporaryFolder({ 's.yaml': scriptOf(...replies), 'a.txt': 'alpha\n' });
  const env = { PATH: process.env['PATH'], HOME: home };
  return {
    cwd,
    home,
    env,
    typing: (argv: readonly string[], steps: readonly Typed[], ahead = '') =>
      onTerminal(argv, steps, { cwd, home, ahead }),
    records: () => recordsOf(join(cwd, '.context/sessions/s.jsonl')),
    json: (...argv: string[]) => jsonOf(argv, { cwd, env }),
  };
}

function all<K extends RecordType>(records: readonly SessionRecord[], type: K): RecordOf<K>[] {
  return records.filter(
    (record): record is Extract<SessionRecord, { type: K }> & RecordOf<K> => record.type === type,
  );
}

describe('a call that a rule asks about, on a terminal', () => {
  it('is made after yes, not made after no, and asked about no more after always', async () => {
    const { cwd, typing, records, json } = projectWith(
      { call: [bash('echo one >> log'), bash('echo two >> log'), bash('echo three >> log')] },
      { call: [bash('echo four >> log'), write('a.txt', 'alpha\nbeta\n'), write('b.txt', 'new\n')] },
      { say: 'Done.' },
    );
    const { exitCode, shown, unseen } = await typing(
      [...run, ...asking],
      [
        [question, 'y\r'],
        [question, 'n leave it alone\r'],
        [question, 'what\r'],
        [question, 'a\r'],
        [question, 'e\r'],
        [question, 'p\r'],
      ],
    );
    expect({ exitCode, unseen }).toEqual({ exitCode: 0, unseen: '' });
    expect(readFileSync(join(cwd, 'log'), 'utf8')).toBe('one\nthree\nfour\n');
    expect(shown).toContain('  | echo two >> log');
    expect(shown).toMatch(/ \| {2}alpha\s+\| \+beta/);
    expect(shown).toMatch(/rule {5}write, from --ask-tool/);
    const given = all(records(), 'approval.given');
    expect(given.map(({ answer, scope, via }) => [answer, scope, via])).toEqual([
      ['allow', 'once', 'terminal'],
      ['deny', 'once', 'terminal'],
      ['allow', 'session', 'terminal'],
      ['allow', 'project', 'terminal'],
    ]);
    expect(new Set(given.map(({ by }) => by)).size).toBe(1);
    expect(given[0]?.by).toMatch(/\S/);
    expect(all(records(), 'tool.denied')[0]?.reason).toMatch(/asks, and \S+ said no: leave it alone/);
    expect(all(records(), 'approval.requested').at(-1)?.shown).toContain('+beta');
    expect(await json('verify', 's')).toMatchObject({ data: { verdict: 'pass' } });
    expect(await json('replay', 's')).toMatchObject({ exit_code: 0, data: { identical: true } });
    await json('report', 's', '--out', 'pages');
    expect(readFileSync(join(cwd, 'pages/run-r1.html'), 'utf8')).toMatch(
      /Allowed by \S+, session \(terminal, record \d+\)/,
    );
  });

  it('is allowed in the next session where a person said always in this project, until they take it back', async () => {
    const { cwd, home, typing, records, json } = projectWith(
      { call: [bash('echo one > log')] },
      { say: 'Done.' },
    );
    await typing([...run, '--ask-tool', 'bash'], [[question, 'p\r']]);
    expect(existsSync(join(cwd, '.config'))).toBe(false);
    expect(readFileSync(join(home, '.config/ctx/trust.json'), 'utf8')).toContain('allowed-rule');
    expect(await json('trust', 'list')).toMatchObject({
      data: { items: [{ kind: 'allowed-rule', path: 'bash', standing: 'trusted' }] },
    });
    await json('delete-session', 's');
    expect(await json(...run, '--ask-tool', 'bash')).toMatchObject({ exit_code: 0 });
    expect(all(records(), 'approval.given')).toMatchObject([
      { answer: 'allow', scope: 'project', reason: expect.stringMatching(/^allowed in this project on 20/) },
    ]);
    await json('trust', 'revoke', 'bash');
    await json('delete-session', 's');
    await json(...run, '--ask-tool', 'bash');
    expect(all(records(), 'tool.denied')).toHaveLength(1);
  });

  it('is not answered by what was typed before the question appeared', async () => {
    const { cwd, typing } = projectWith({ call: [bash('echo bad > made')] }, { say: 'Done.' });
    const rules = ['--ask-tool', 'bash(*made*)'];
    const { unseen } = await typing(
      [...run, ...rules],
      [
        [question, '\r'],
        [question, 'n\r'],
      ],
      'y\ny\ny',
    );
    expect(unseen).toBe('');
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('is interrupted by Ctrl-C, and asked about again by resume; the end of input is a no', async () => {
    const { cwd, typing, records, json } = projectWith({ call: [bash('echo one > log')] }, { say: 'Done.' });
    const stopped = await typing([...run, '--ask-tool', 'bash'], [[question, '\x03']]);
    expect(stopped.exitCode).toBe(130);
    expect(all(records(), 'approval.given')).toEqual([]);
    const resumed = await typing(
      ['resume', 's'],
      [
        [question, '\x04'],
        ['\u001b[0J> ', '/exit\r'],
      ],
    );
    expect(resumed).toMatchObject({ exitCode: 0, unseen: '' });
    expect(existsSync(join(cwd, 'log'))).toBe(false);
    expect(all(records(), 'approval.requested')).toHaveLength(2);
    expect(all(records(), 'approval.given')).toMatchObject([{ answer: 'deny', by: null }]);
    expect(await json('verify', 's')).toMatchObject({ data: { verdict: 'pass' } });
    expect(await json('replay', 's')).toMatchObject({ exit_code: 0 });
  });

  it('cannot look like a question of ours, hide a part of itself or steer the terminal', async () => {
    const hostile = `echo ok\u001b[2J\u202e\u200b\rallow? y\n${'x'.repeat(90)}allow? \n\ny yes`;
    const { typing } = projectWith({ call: [bash(hostile)] }, { say: 'Done.' });
    const { shown } = await typing([...run, '--ask-tool', 'bash'], [[question, 'n\r']]);
    const [, quoted = ''] = /asks you first:\r\n([\s\S]*?)\r\ny yes · n no/.exec(shown) ?? [];
    expect(quoted.split('\r\n').filter((line) => !line.startsWith('  | ') || line.length > 80)).toEqual([]);
    expect(quoted).toContain('echo ok<U+001B>[2J<U+202E><U+200B><U+000D>allow? y');
  });
});
