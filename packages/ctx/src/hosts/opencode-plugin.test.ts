// The plugin as opencode calls it, with a program in ctx-hook's place that keeps a list of what it is asked.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { pluginText } from './opencode-plugin.js';

const prompt = { parts: [{ type: 'text', text: 'go' }] };
const created = { event: { type: 'session.created', properties: { info: { id: 's1' } } } };
const start = ['begin session.created', 'end session.created'];
const said = ['begin chat.message', 'end chat.message'];

it('tells of a prompt when the start of its session has been answered, and of that start once', async () => {
  const { hooks, asked, answerStarts } = await loaded('session.created');
  const both = [hooks['event'](created), hooks['chat.message']({ sessionID: 's1' }, prompt)];
  // Whatever the prompt would have begun at once has begun before this has ended.
  await hooks['tool.execute.after']({ tool: 'bash', sessionID: 's2', callID: 'c', args: {} }, { output: '' });
  answerStarts();
  await Promise.all(both);
  expect(asked().filter((line) => !line.includes('tool'))).toEqual([...start, ...said]);
});

it('takes a session whose prompt comes before its start for one that goes on, and tells of it once', async () => {
  const { hooks, asked } = await loaded();
  await Promise.all([hooks['chat.message']({ sessionID: 's1' }, prompt), hooks['event'](created)]);
  await hooks['chat.message']({ sessionID: 's1' }, prompt);
  expect(asked()).toEqual([...start, ...said, ...said]);
});

it('asks anew for what belongs to the start when a conversation was compacted', async () => {
  const { hooks, asked } = await loaded();
  await hooks['event'](created);
  await hooks['event']({ event: { type: 'session.compacted', properties: { sessionID: 's1' } } });
  expect(asked()).toEqual([...start, 'begin session.compacted', 'end session.compacted', ...start]);
});

/** With an event that is answered only when the test says so. */
async function loaded(held = 'none') {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-plugin-'));
  const list = join(folder, 'asked');
  const stub = join(folder, 'stub.cjs');
  writeFileSync(list, '');
  writeFileSync(
    stub,
    `const { appendFileSync, existsSync, readFileSync } = require('node:fs');
     const note = (what) => appendFileSync(${JSON.stringify(list)}, what + ' ' + process.argv[3] + '\\n');
     note('begin');
     readFileSync(0);
     const wait = () => {
       if (process.argv[3] === ${JSON.stringify(held)} && !existsSync(${JSON.stringify(join(folder, 'go'))})) return setImmediate(wait);
       note('end');
     };
     wait();`,
  );
  const plugin = join(folder, 'ctx.mjs');
  writeFileSync(plugin, pluginText([process.execPath, stub]));
  const { CtxHooks } = await import(pathToFileURL(plugin).href);
  return {
    hooks: await CtxHooks({ directory: folder, client: { tui: { showToast: async () => {} } } }),
    answerStarts: () => writeFileSync(join(folder, 'go'), ''),
    asked: () => readFileSync(list, 'utf8').split('\n').slice(0, -1),
  };
}
