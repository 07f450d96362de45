// What a run holds in memory of each further turn, after the collector: words are how many turns, and characters an answer.

import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Model } from '../../packages/ctx/src/agent/ports.js';
import { createSession } from '../../packages/ctx/src/session/open.js';
import { redactorFor } from '../../packages/ctx/src/session/redact.js';
import { systemClock } from '../../packages/ctx/src/time/clock.js';
import { inFolder } from '../place.js';
import { conduct, openLog, settings } from './one-run.js';

const turns = Number(process.argv[2]);
const length = Number(process.argv[3]);
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
const held: number[] = [];
let closed = 0;

const model: Model = {
  name: 'bench/1',
  source: 'scripted',
  contextTokens: 50_000,
  async call() {
    const text = `${closed} ${String.fromCharCode(97 + (closed % 26)).repeat(length)}`;
    return {
      kind: 'responded',
      content: [{ type: 'text', text }],
      finish: 'stop',
      usage: { input_tokens: 1, output_tokens: 1 },
    };
  },
};
await inFolder(async (folder) => {
  const writer = createSession(join(folder, 's.jsonl'), {
    clock: systemClock,
    redactor: redactorFor({}),
    onRecord({ type }) {
      if (type !== 'turn.closed') return;
      closed += 1;
      if (closed !== turns / 10 && closed !== turns) return;
      if (typeof collect === 'function') collect();
      held.push(process.memoryUsage().heapUsed);
    },
  });
  const prompts = Array.from({ length: turns }, () => 'Go on.');
  openLog(writer, { run_id: 'r1', prompts: ['…'], settings });
  await conduct({ run_id: 'r1', prompts, settings }, model, writer, systemClock);
  writer.close();
});
const [early = 0, late = 0] = held;
console.log(JSON.stringify({ bytesPerTurn: (late - early) / (turns * 0.9) }));
