import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder, cleanEnvironment, runBuilt } from './built.js';
import { temporaryFolder } from './folder.js';
import { mcpFile, ownServer } from './mcp-servers.js';
import { scriptOf } from './scripted.js';
import { recordsOf } from './session-files.js';
import { chatChunk, eventStream, wireServer } from './wire-server.js';

const sentinel = ['very', 'secret', 'sentinel', '4711'].join('-');
/** Names every process whose environment holds the sentinel, without having it in its own command line. */
const look = `s="very-secret"; s="$s-sentinel-4711"; grep -lazF "$s" /proc/[0-9]*/environ 2>/dev/null; echo looked`;

function outputs(file: string): string[] {
  return recordsOf(file).flatMap((record) => (record.type === 'tool.returned' ? [record.output] : []));
}

it('a live model’s key is in no environment that a tool can read, and still reaches the provider', async () => {
  const call = {
    index: 0,
    id: 'c',
    type: 'function',
    function: { name: 'bash', arguments: JSON.stringify({ command: look }) },
  };
  const server = await wireServer((response, attempt) => {
    const answer =
      attempt === 1
        ? chatChunk({ tool_calls: [call] }, 'tool_calls')
        : chatChunk({ content: 'Done.' }, 'stop');
    eventStream(answer, '[DONE]')(response, attempt);
  });
  const cwd = temporaryFolder({ '.mcp.json': mcpFile({ own: ownServer() }) });
  const argv = ['run', '--task', 'Go.', '--model', 'openai-compatible/x', '--base-url', `${server.url}/v1`];
  const answer = await runBuilt(
    'ctx',
    [...argv, '--trust', '--no-sandbox', '--profile', 'full', '--session-id', 's'],
    {
      cwd,
      env: { OPENAI_COMPATIBLE_API_KEY: sentinel },
    },
  );
  expect(answer).toMatchObject({ exitCode: 0 });
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${sentinel}`,
    `Bearer ${sentinel}`,
  ]);
  expect(outputs(join(cwd, '.context/sessions/s.jsonl'))).toEqual(['looked\n']);
});

it('a tool outside of any run finds none either', async () => {
  const env = { MY_TOKEN: sentinel, DATABASE_URL: `postgres://u:${sentinel}@h/d` };
  const { stdout } = await runBuilt('ctx', ['exec-tool', 'bash', JSON.stringify({ command: look })], { env });
  expect(stdout).toBe('looked\n');
});

it.each([
  ['in a sandbox', ['--sandbox']],
  ['without one', ['--no-sandbox']],
])('descriptors that ctx was given do not reach a command %s', async (_, flags) => {
  const cwd = temporaryFolder({
    'secret.txt': sentinel,
    's.yaml': scriptOf(
      { call: [{ tool: 'bash', input: { command: 'cat <&3; cat <&40; ls /proc/self/fd | wc -l' } }] },
      { say: 'x' },
    ),
  });
  const argv = ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--session-id', 's', ...flags];
  // Node itself keeps the first ones back, up to a gap.
  const opening = 'exec 3<secret.txt 40<secret.txt; exec "$0" "$@"';
  const line = ['-c', opening, process.execPath, join(builtFolder(), 'ctx.cjs'), ...argv];
  const child = spawn('bash', line, { cwd, env: cleanEnvironment(temporaryFolder()), stdio: 'ignore' });
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  const [output = ''] = outputs(join(cwd, '.context/sessions/s.jsonl'));
  expect(output).not.toContain(sentinel);
  expect(output.match(/Bad file descriptor/g)).toHaveLength(2);
});
