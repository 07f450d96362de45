// What somebody said yes to is what happens: a file that changed between the question and the call is left alone.
// The program that answers makes the change, so it always comes in between.

import { readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './folder.js';
import { jsonOf, scriptOf } from './scripted.js';
import { recordsOf } from './session-files.js';

const write = { tool: 'write', input: { path: 'notes.txt', content: 'one\ntwo\n' } };
const edit = { tool: 'edit', input: { path: 'notes.txt', old_string: 'one', new_string: 'two' } };

async function approved(call: object, meanwhile: string, { linked = false, answer = {} } = {}) {
  const cwd = temporaryFolder({
    's.yaml': scriptOf({ call: [call] }, { say: 'Done.' }),
    'notes.txt': 'one\n',
    'deploy.sh': 'one\n',
    'approve.sh': `cat > question.json; ${meanwhile}\necho '${JSON.stringify({ answer: 'allow', by: 'ada', ...answer })}'`,
  });
  if (linked) {
    unlinkSync(join(cwd, 'notes.txt'));
    symlinkSync('deploy.sh', join(cwd, 'notes.txt'));
  }
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder() };
  const json = (...argv: string[]) => jsonOf(argv, { cwd, env });
  const asking = ['--ask-tool', 'write', '--ask-tool', 'edit', '--approve', 'sh ./approve.sh'];
  await json('run', '--task', 'Go.', '--model', 'script:s.yaml', '--session-id', 's', ...asking);
  const records = recordsOf(join(cwd, '.context/sessions/s.jsonl'));
  return {
    json,
    holds: (file: string) => readFileSync(join(cwd, file), 'utf8'),
    preview: JSON.parse(readFileSync(join(cwd, 'question.json'), 'utf8')).preview,
    returned: records.find(({ type }) => type === 'tool.returned'),
  };
}

describe.each([
  ['write', write],
  ['edit', edit],
])('a call of %s that was approved', (_, call) => {
  it('is made where nothing changed', async () => {
    const { returned, holds } = await approved(call, ':');
    expect(returned).toMatchObject({ is_error: false });
    expect(holds('notes.txt')).toContain('two');
  });

  it('is not made where the file holds something else by then', async () => {
    const { returned, holds, json } = await approved(call, 'echo one more > notes.txt');
    expect(returned).toMatchObject({
      is_error: true,
      output: expect.stringContaining('changed after the call'),
    });
    expect(holds('notes.txt')).toBe('one more\n');
    expect(await json('verify', 's')).toMatchObject({ data: { verdict: 'pass' } });
    expect(await json('replay', 's')).toMatchObject({ exit_code: 0, data: { identical: true } });
  });

  it('is not made where the path leads to another file by then, even to one that holds the same', async () => {
    const { returned, holds } = await approved(call, 'ln -sf deploy.sh notes.txt');
    expect(returned).toMatchObject({ is_error: true });
    expect(holds('deploy.sh')).toBe('one\n');
  });

  it('is shown with the file that its path leads to', async () => {
    const { preview, returned, holds } = await approved(call, ':', { linked: true });
    expect(preview).toContain('+++ notes.txt -> deploy.sh');
    expect(returned).toMatchObject({ is_error: false });
    expect(holds('deploy.sh')).toContain('two');
  });

  it('is made where all such calls were approved, not this one as it was shown', async () => {
    const { returned } = await approved(call, 'echo one more > notes.txt', { answer: { scope: 'session' } });
    expect(returned).toMatchObject({ is_error: false });
  });
});
