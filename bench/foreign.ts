// Sessions of other agents: importing them, listing ten thousand of them, judging a thousand by other rules.

import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, benchEnvironment, limited, processRatios, type Row } from './measure.js';
import { ctx, inFolder } from './place.js';
import type { Suite } from './run.js';

const suite: Suite = {
  title: 'Other agents',
  run: () => inFolder(async (folder) => [...(await importing(folder)), ...manySessions(folder)]),
};

export default suite;

/** What a session of Claude Code looks like: prompts, answers in pieces, results of some kilobytes. */
function transcript(path: string, bytes: number, session: string): void {
  const file = openSync(path, 'w');
  const output = readFileSync(import.meta.filename, 'utf8')
    .repeat(2)
    .slice(0, 6000);
  const envelope = {
    isSidechain: false,
    cwd: tmpdir(),
    sessionId: session,
    version: '2.1.325',
    timestamp: '2026-11-16T08:00:00.000Z',
  };
  const usage = {
    input_tokens: 100,
    output_tokens: 20,
    cache_read_input_tokens: 5,
    cache_creation_input_tokens: 1,
  };
  for (let i = 0, written = 0; written < bytes; i++) {
    const message = {
      id: `msg_${i}`,
      role: 'assistant',
      model: 'claude-bench',
      stop_reason: i % 5 === 4 ? 'end_turn' : 'tool_use',
      usage,
    };
    const said = { type: 'text', text: `Step ${i}: ${output.slice(i % 500, (i % 500) + 400)}` };
    const call = { type: 'tool_use', id: `call_${i}`, name: 'Bash', input: { command: `cat file-${i}.ts` } };
    const result = { type: 'tool_result', tool_use_id: `call_${i}`, content: output.slice(i % 50) };
    const lines = [
      ...(i % 5 === 0
        ? [{ ...envelope, uuid: `p${i}`, type: 'user', message: { role: 'user', content: `Question ${i}` } }]
        : []),
      { ...envelope, uuid: `a${i}`, type: 'assistant', message: { ...message, content: [said] } },
      ...(i % 5 === 4
        ? []
        : [
            { ...envelope, uuid: `b${i}`, type: 'assistant', message: { ...message, content: [call] } },
            {
              ...envelope,
              uuid: `r${i}`,
              type: 'user',
              message: { role: 'user', content: [result] },
              toolUseResult: { stdout: result.content },
            },
          ]),
    ];
    written += writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  closeSync(file);
}

async function importing(folder: string): Promise<Row[]> {
  const path = join(folder, 'large.jsonl');
  transcript(path, 1e9, '00000000-0000-4000-8000-000000000001');
  const megabytes = statSync(path).size / 1e6;
  const { seconds, mostMegabytes } = await watchedRun(folder, ['import', path, '--directory', 'large']);
  rmSync(path);
  rmSync(join(folder, 'large'), { recursive: true });
  return [
    atLeast('importing a transcript of 1 GB', megabytes / seconds, 40, 'MB/s'),
    limited('the same: memory', mostMegabytes, 200, 'MB'),
  ];
}

/** How long a command takes, and the most memory that Linux says it ever had. */
async function watchedRun(cwd: string, argv: readonly string[]) {
  const began = process.hrtime.bigint();
  const child = spawn(process.execPath, [ctx, ...argv], { env: benchEnvironment(), cwd, stdio: 'ignore' });
  let mostMegabytes = 0;
  const look = setInterval(() => {
    const status = existsSync(`/proc/${child.pid}/status`)
      ? readFileSync(`/proc/${child.pid}/status`, 'utf8')
      : '';
    mostMegabytes = Math.max(mostMegabytes, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000);
  }, 100);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`${argv[0]} ended with ${code}`);
  return { seconds: Number(process.hrtime.bigint() - began) / 1e9, mostMegabytes };
}

/** One is imported, and copied under other names: a listing reads the newest fifty. */
function manySessions(folder: string): Row[] {
  const run = (argv: readonly string[]) => {
    const { status } = spawnSync(process.execPath, [ctx, ...argv], { env: benchEnvironment(), cwd: folder });
    if (status !== 0) throw new Error(`${argv[0]} ended with ${status}`);
  };
  const fill = (name: string, count: number, bytes: number) => {
    const path = join(folder, `${name}.jsonl`);
    transcript(path, bytes, '00000000-0000-4000-8000-000000000002');
    run(['import', path, '--directory', name]);
    const log = readFileSync(join(folder, name, 'claude-code-00000000-0000-4000-8000-000000000002.jsonl'));
    for (let i = 1; i < count; i++) writeFileSync(join(folder, name, `claude-code-copy-${i}.jsonl`), log);
    return join(folder, name);
  };
  const many = fill('many', 10_000, 20_000);
  const thousand = fill('thousand', 1_000, 100_000);
  writeFileSync(
    join(folder, 'rules.yaml'),
    'deny: ["Bash(rm -rf *)", "Bash(git push *)", "Write(/etc/**)"]\n',
  );
  const listed = processRatios(
    [
      {
        name: '10,000 sessions of other agents listed',
        argv: [ctx, 'list-sessions', '--directory', many],
        cwd: folder,
        limit: 4,
      },
    ],
    7,
  );
  const began = process.hrtime.bigint();
  run(['replay', '--policy', 'rules.yaml', '--all', '--sessions-dir', thousand]);
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  return [...listed, limited('1,000 sessions under other rules', seconds, 5, 's')];
}
