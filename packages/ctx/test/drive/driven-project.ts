// A project whose config names the scripted agent, run in the test's own process.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionRecord } from '../../src/protocol/records.js';
import { readWhole } from '../../src/session/read-whole.js';
import { envelopeOf, type ReadEnvelope } from '../envelope.js';
import { temporaryFolder } from '../folder.js';
import { fixedClock, type Outside, runCtx } from '../in-process.js';
import { overtaken } from '../overtaken.js';

export type Step = Readonly<Record<string, unknown>>;

export interface DrivenProject {
  readonly cwd: string;
  /** Writes the config; each list of steps is a turn. */
  configure(turns: readonly (readonly Step[])[], more?: object): readonly string[];
  /** Runs it. */
  run(turns: readonly (readonly Step[])[], more?: object, outside?: Outside): Promise<ReadEnvelope>;
  /** Runs it; its time is over as soon as the agent has made that file, and the agent gets no moment to acknowledge that. */
  overtaken(turns: readonly (readonly Step[])[], file: string): Promise<ReadEnvelope>;
  ctx(argv: readonly string[], outside?: Outside): Promise<ReadEnvelope>;
  records(): readonly SessionRecord[];
  has(file: string): boolean;
}

const agentFile = join(import.meta.dirname, 'scripted-agent.mjs');

export function drivenProject(): DrivenProject {
  const cwd = temporaryFolder();
  const project: DrivenProject = {
    cwd,
    configure(turns, more = {}) {
      writeFileSync(join(cwd, 'script.json'), JSON.stringify(turns));
      const runs = turns.map((_, i) => `prompt ${i + 1}`);
      const [task = 'prompt', ...continuation] = runs;
      const config = {
        session_id: 's',
        agent: { name: 'scripted', command: [process.execPath, agentFile, 'script.json'], protocol: 'acp' },
        sandbox: 'off',
        runs: [{ run_id: 'r1', task, ...(continuation.length > 0 && { continuation }) }],
        ...more,
      };
      writeFileSync(join(cwd, 'session.yaml'), JSON.stringify(config));
      return ['run', 'session.yaml', '--trust'];
    },
    run: (turns, more, outside) => project.ctx(project.configure(turns, more), outside),
    overtaken: (turns, file) =>
      overtaken(project.configure(turns), { cwd }, () => project.has(file), { impatient: true }),
    ctx: async (argv, outside = {}) =>
      envelopeOf(await runCtx([...argv, '--output-format', 'json'], { clock: fixedClock, ...outside, cwd })),
    records: () => readWhole(join(cwd, '.context/sessions/s.jsonl')).records,
    has: (file) => existsSync(join(cwd, file)),
  };
  return project;
}
