// Agents that stop listening, or stop talking and stay: the run ends all the same, and says how.

import { expect, it } from 'vitest';
import { drivenProject } from '../../test/drive/driven-project.js';
import { heldClock } from '../../test/held-clock.js';
import { ctxProgram, fixedClock, startCall } from '../../test/in-process.js';
import { until } from '../../test/processes.js';

/** How long the end of an agent may come after the end of what it says: nobody waits for it here. */
const leaving = 5_000;

it('ends an agent that reads no more, once nothing is heard of it', async () => {
  const project = drivenProject();
  // Each of its questions is refused, and the refusals are more than pipes and patience hold.
  const argv = project.configure([[{ deaf: 20_000 }, { say: 'Never.' }]]);
  const { clock, set, ring } = heldClock(fixedClock, [2_000]);
  const flags = ['--idle-seconds', '7', '--output-format', 'json'];
  const { answer } = startCall(ctxProgram(), [...argv, ...flags], { clock, cwd: project.cwd });
  await until(() => set.length > 6_000);
  ring(7_000);
  expect(await answer).toMatchObject({ exitCode: 2 });
  expect(project.records().find(({ type }) => type === 'turn.interrupted')).toMatchObject({
    cause: 'idle',
    cancel_observed: false,
  });
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
});

it('tells an agent that closes its output in a turn and stays', async () => {
  const project = drivenProject();
  const outside = { clock: heldClock(fixedClock, [leaving]).clock };
  expect(await project.run([[{ say: 'Soon.' }, { mute: true }]], {}, outside)).toMatchObject({
    exit_code: 1,
    error: { code: 'model_error', message: expect.stringContaining('closed its output and went on') },
  });
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
});

it('tells an agent that closes its output before it has begun and stays', async () => {
  const project = drivenProject();
  const stays = 'require("node:fs").closeSync(1); setInterval(() => {}, 1000)';
  const agent = { name: 'mute', command: [process.execPath, '-e', stays], protocol: 'acp' };
  const outside = { clock: heldClock(fixedClock, [leaving]).clock };
  expect(await project.run([[]], { agent }, outside)).toMatchObject({
    exit_code: 1,
    error: { code: 'model_error', message: expect.stringContaining('did not begin: mute closed its output') },
  });
});
