import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { appears } from '../../test/held-clock.js';
import { ctxProgram, runCtx, startCall } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';

const exec = (cwd: string, tool: string, payload: object, ...flags: string[]) =>
  jsonOf(['exec-tool', tool, JSON.stringify(payload), ...flags], { cwd, env: { PATH: process.env['PATH'] } });

describe('one call of a tool', () => {
  it('really runs it', async () => {
    const cwd = temporaryFolder();
    expect((await exec(cwd, 'write', { path: 'a/b.txt', content: 'x' })).data).toEqual({
      name: 'write',
      payload: '{"path":"a/b.txt","content":"x"}',
      source_hint: 'built-in',
      handled: true,
      message: 'Wrote 1 bytes to a/b.txt.',
    });
    expect(readFileSync(join(cwd, 'a/b.txt'), 'utf8')).toBe('x');
  });

  it.each<[string, string, object, string[]]>([
    ['by name', 'bash', { command: 'touch made' }, ['--deny-tool', 'bash']],
    [
      'by a pattern, wherever the command stands',
      'bash',
      { command: 'true && touch made' },
      ['--deny-tool', 'bash(touch *)'],
    ],
    [
      'because another command is chained to what is allowed',
      'bash',
      { command: 'git status; touch made' },
      ['--allow-tool', 'bash(git *)'],
    ],
    ['because nothing allows it', 'write', { path: 'made', content: '' }, ['--allow-tool', 'read']],
    ['by a prefix', 'write', { path: 'made', content: '' }, ['--deny-prefix', 'wr']],
    ['in simple mode', 'write', { path: 'made', content: '' }, ['--simple-mode']],
  ])('is denied %s, and nothing runs', async (_, tool, payload, flags) => {
    const cwd = temporaryFolder();
    const envelope = await exec(cwd, tool, payload, ...flags);
    expect(envelope).toMatchObject({
      exit_code: 1,
      handled: false,
      error: { kind: 'policy', code: 'tool_denied', target: tool },
    });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('is denied for what a link leads to', async () => {
    const cwd = temporaryFolder({ 'private/key': 'hidden' });
    symlinkSync('private/key', join(cwd, 'alias'));
    const { error } = await exec(cwd, 'read', { path: 'alias' }, '--deny-tool', 'read(private/*)');
    expect(error).toMatchObject({ code: 'tool_denied' });
  });

  it.each<[string, string, string]>([
    ['payload_malformed', 'read', '{"path":'],
    ['payload_invalid', 'read', '"a.txt"'],
    ['payload_invalid', 'read', '{"path":1}'],
    ['payload_invalid', 'bash', '{"command":"true","timeout_ms":0}'],
    ['tool_unknown', 'fly', '{}'],
  ])('is refused with %s: %s %s', async (code, tool, payload) => {
    expect(await jsonOf(['exec-tool', tool, payload], { cwd: temporaryFolder() })).toMatchObject({
      ...(code === 'tool_unknown' && { name: tool, found: false }),
      handled: false,
      error: { code },
    });
  });

  it.each([
    ['{"pth":"a.js"}', 'unknown key `pth`; did you mean `path`?'],
    ['{"path":"a.js","colour":1}', 'unknown key `colour`; it takes path, '],
    ['{"pth":1,"path":"a.js"}', 'unknown key `pth`; did you mean `path`?'],
    ['{}', 'the value must have required properties path.'],
  ])('names an unknown key with the one that was probably meant: %s', async (payload, reason) => {
    const { error } = await jsonOf(['exec-tool', 'read', payload], { cwd: temporaryFolder() });
    expect(error?.message).toContain(`The payload does not fit \`read\`: ${reason}`);
    expect(error?.message).not.toContain('schema is false');
  });

  it('gives what a model would get: secrets taken out, long output cut, with the true count', async () => {
    const secret = ['correct', 'horse', 'battery'].join('.');
    const cwd = temporaryFolder({ 'key.txt': `key ${secret}` });
    const env = { MY_TOKEN: secret, PATH: process.env['PATH'] };
    const { data } = await jsonOf(['exec-tool', 'read', '{"path":"key.txt"}'], { cwd, env });
    expect(data).toMatchObject({ message: 'key [redacted:MY_TOKEN]' });
    const long = await exec(cwd, 'bash', { command: 'yes | head -n 100000' });
    expect(long.data).toMatchObject({ truncated: { bytes_seen: 200_000 } });
    expect(String(long.data?.['message'])).toContain('bytes left out');
  });

  it('shows control and bidirectional characters as what they are', async () => {
    const cwd = temporaryFolder({ 'a.txt': '\u001b]0;x\u0007 \u202etxt' });
    const { stdout } = await runCtx(['exec-tool', 'read', '{"path":"a.txt"}'], { cwd });
    expect(stdout).toBe('␛]0;x␇ <U+202E>txt\n');
    expect((await exec(cwd, 'read', { path: 'a.txt' })).data).toMatchObject({
      message: '\u001b]0;x\u0007 \u202etxt',
    });
  });

  it('ends with the signal that ended it', async () => {
    const cwd = temporaryFolder();
    const payload = JSON.stringify({ command: 'touch ready; sleep 600' });
    const call = startCall(ctxProgram(), ['exec-tool', 'bash', payload], {
      cwd,
      env: { PATH: process.env['PATH'] },
    });
    await appears(join(cwd, 'ready'));
    call.interrupt('SIGTERM');
    expect(await call.answer).toMatchObject({ exitCode: 143 });
  });
});
