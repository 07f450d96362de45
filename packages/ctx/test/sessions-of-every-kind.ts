// Sessions of every kind that there is: for tests of what is made out of sessions.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askedModel } from './overtaken.js';
import {
  call,
  cancelled,
  live,
  looking,
  type RecordedSession,
  read,
  recordSession,
  resumedAfter,
  timedOutAmidCalls,
  usage,
} from './recorded-session.js';
import { jsonOf, scriptOf } from './scripted.js';

/** Says yes to one command, no to another, and nothing at all to the third; files may be written from then on. */
const answering = `
const { tool, input, preview } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const say = (answer) => process.stdout.write(JSON.stringify(answer));
if (tool === 'write') say({ answer: 'allow', scope: 'session', by: 'grace', reason: preview });
else if (input.command === 'echo yes') say({ answer: 'allow', by: 'grace' });
else if (input.command === 'echo no') say({ answer: 'deny', by: 'grace', reason: 'not that one' });
`;

export const sessionKinds: Readonly<Record<string, () => Promise<RecordedSession>>> = {
  'one tool call': () => recordSession({ replies: looking }),
  'a live clock': () => recordSession({ replies: looking, outside: live }),
  'calls side by side': () =>
    recordSession({ replies: [{ call: [read('a.txt'), read('b.txt'), call('echo c')] }, { say: 'Read.' }] }),
  'a failing tool, a tool that is not there, an input that does not fit': () =>
    recordSession({
      replies: [
        {
          call: [
            call('exit 3'),
            read('none.txt'),
            { tool: 'fly', input: {} },
            { tool: 'bash', input: { x: 1 } },
          ],
        },
        { say: 'Well.' },
      ],
    }),
  'a call that is no JSON': () =>
    recordSession({
      replies: [
        { fault: 'malformed_call', call: [{ tool: 'bash', input_text: '{"command":' }] },
        { say: 'Sorry.' },
      ],
    }),
  'a denied call that the model is told of': () =>
    recordSession({
      replies: [{ call: [call('rm -rf /'), call('echo ok')] }, { say: 'So be it.' }],
      flags: ['--deny-tool', 'bash(rm *)'],
    }),
  'a denied call that stops the run': () =>
    recordSession({
      replies: [{ call: [call('rm -rf /')] }],
      flags: ['--deny-tool', 'bash(rm *)', '--on-deny', 'stop'],
    }),
  'a link to a denied file, which the model is told of': () =>
    recordSession({
      replies: [{ call: [read('link.txt'), read('a.txt')] }, { say: 'So be it.' }],
      links: { 'link.txt': 'b.txt' },
      flags: ['--deny-tool', 'read(b.txt)'],
    }),
  'a link to a denied file, which stops the run': () =>
    recordSession({
      replies: [{ call: [read('link.txt'), read('a.txt')] }],
      links: { 'link.txt': 'b.txt' },
      flags: ['--deny-tool', 'read(b.txt)', '--on-deny', 'stop'],
    }),
  'calls that a program allows, denies, allows for good and does not answer for': () =>
    recordSession({
      replies: [
        {
          call: [
            call('echo yes'),
            call('echo no'),
            { tool: 'write', input: { path: 'a.txt', content: 'b' } },
          ],
        },
        { call: [call('echo broken'), { tool: 'write', input: { path: 'a.txt', content: 'c' } }] },
        { say: 'So be it.' },
      ],
      files: { 'ok.cjs': answering },
      settings: { policy: { allow: ['read'], ask: ['bash(*echo*)', 'write'] } },
      flags: ['--approve', 'node ok.cjs'],
      outside: { env: { PATH: process.env['PATH'] } },
    }),
  'a failure and its retry': () =>
    recordSession({
      replies: [
        { fault: { status: 529, retry_after: 1 } },
        { fault: 'cut_off', say: 'Half of it' },
        { say: 'Done.' },
      ],
    }),
  'a model that fails for good': () => recordSession({ replies: [{ fault: { status: 401 } }] }),
  'a script with replies left over': () =>
    recordSession({ replies: [{ say: 'Done.' }, { say: 'Nobody asks.' }] }),
  'a structured output, repaired': () =>
    recordSession({
      replies: [{ say: 'no JSON' }, { say: '{"n":"x"}' }, { say: '{"n":1}' }],
      files: { 'n.json': '{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}' },
      settings: { structured_output: 'n.json' },
    }),
  'a structured output that never fits': () =>
    recordSession({
      replies: [{ say: '1' }, { say: '2' }, { say: '3' }],
      files: { 'n.json': '{"type":"object"}' },
      settings: { structured_output: 'n.json' },
    }),
  'a compacted conversation': () =>
    recordSession({
      replies: [
        { say: 'One '.repeat(400) },
        { say: 'Two '.repeat(400) },
        { call: [call('seq 1 900')] },
        { call: [call('seq 1 901')] },
        { say: 'Three.' },
      ],
      prompts: ['First.', 'Second.', 'Third.'],
      settings: { budget: { context_tokens: 1800 } },
    }),
  'a tokens budget that is used up': () =>
    recordSession({
      replies: [{ call: [call('echo a')], usage: { input_tokens: 900, output_tokens: 200 } }],
      flags: ['--max-tokens', '1000'],
    }),
  'a money budget': () =>
    recordSession({
      replies: looking,
      script: { price: { input_usd_per_mtok: 3, output_usd_per_mtok: 15 } },
      flags: ['--max-usd', '0.5'],
    }),
  'a tool budget that is used up': () =>
    recordSession({
      replies: [{ call: [call('echo a'), call('echo b')] }],
      flags: ['--max-tool-calls', '1'],
    }),
  'a model-call budget that is used up': () =>
    recordSession({ replies: [{ call: [call('echo a')] }], flags: ['--max-model-calls-per-turn', '1'] }),
  'a turn budget that is used up': () =>
    recordSession({
      replies: [{ say: 'One.' }, { say: 'Two.' }],
      prompts: ['a', 'b'],
      flags: ['--max-turns', '1'],
    }),
  'an answer cut at its length': () => recordSession({ replies: [{ say: 'Half', finish: 'length' }] }),
  'a refusal': () => recordSession({ replies: [{ refuse: 'No.' }] }),
  'a model that is timed out': () =>
    recordSession({ replies: [{ hang: true }], overtakenWhen: askedModel(1) }),
  'a model that is timed out and does not notice': () =>
    recordSession({
      replies: [{ hang: 'ignore_cancel' }],
      overtakenWhen: askedModel(1),
      impatient: true,
      outside: live,
    }),
  'a tool that is timed out': () =>
    recordSession({
      replies: [{ call: [call('touch running; exec sleep 30')] }],
      overtakenWhen: (_, cwd) => existsSync(join(cwd, 'running')),
    }),
  'a long output, cut': () => recordSession({ replies: [{ call: [call('seq 1 20000')] }, { say: 'Long.' }] }),
  'a secret, taken out': () =>
    recordSession({
      replies: [
        { say: 'It is hunter2-hunter2.', call: [call('echo hunter2-hunter2')] },
        { say: 'hunter2-hunter2' },
      ],
      prompts: ['Use hunter2-hunter2.'],
      outside: { env: { MY_API_KEY: 'hunter2-hunter2', PATH: process.env['PATH'] } },
    }),
  'two runs and a third appended': appended,
  'a task that goes on with the last conversation': async () => {
    const session = await recordSession({ replies: [{ say: 'First.' }] });
    await jsonOf(['resume', 's', '--task', 'And now?', '--deny-tool', 'bash'], { cwd: session.cwd });
    return session;
  },
  'a timeout amid the calls of an answer, and its resume': async () => {
    const session = await timedOutAmidCalls();
    await jsonOf(['resume', 's'], { cwd: session.cwd });
    return session;
  },
  'a spent budget that was raised, and its resume': async () => {
    const session = await recordSession({
      replies: [
        { call: [call('echo a')], usage: { input_tokens: 900, output_tokens: 200 } },
        { say: 'Done.', usage },
      ],
      flags: ['--max-tokens', '1000', '--max-tool-calls', '9'],
    });
    await jsonOf(['resume', 's', '--max-tokens', '5000', '--max-tool-calls', '5'], { cwd: session.cwd });
    return session;
  },
  'a cancelled run that goes on with another model': async () => {
    const session = await cancelled('SIGINT');
    writeFileSync(join(session.cwd, 'other.yaml'), scriptOf({ expect: { contains: 'a' }, say: 'Done.' }));
    await jsonOf(['resume', 's', '--model', 'script:other.yaml'], { cwd: session.cwd });
    return session;
  },
  'a crash that goes on with another model': () =>
    resumedAfter(6, live, '', ['--model', 'script:other.yaml', '--max-usd', '1']),
  'a cancelled run': () => cancelled('SIGINT'),
  'a terminated run': () => cancelled('SIGTERM'),
  'a crash and its resume': () => resumedAfter(5, {}),
  'a crash, its repair and its resume under a stricter policy': () =>
    resumedAfter(6, live, '{"torn', ['--deny-tool', 'bash']),
  'a crash, its resume and a new task': () =>
    resumedAfter(5, {}, '', ['--task', 'And now?', '--model', 'script:echo']),
  'a crash while the model was asked': () => resumedAfter(4, live),
};

async function appended(): Promise<RecordedSession> {
  const session = await recordSession({
    replies: looking,
    files: {
      'two.yaml': JSON.stringify({
        model: 'script:s.yaml',
        runs: [
          { run_id: 'r2', task: 'Two.' },
          { run_id: 'r3', task: 'Three.', system: 'Be short.' },
        ],
      }),
    },
  });
  await jsonOf(['run', 'two.yaml', '--append', 's'], { cwd: session.cwd });
  return session;
}
