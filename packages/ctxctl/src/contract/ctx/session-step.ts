import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expectNone, expectThat } from '../clean-host/step.js';
import { type CtxStep, ctxData, envelopeIn, type Subject } from './subject.js';
import { writeTree } from './write-tree.js';

const files = {
  'session.yaml':
    'session_id: clean-host\nmodel: script:./session.script.yaml\nworkspace: ./work\nbudget: { max_turns: 4, timeout_seconds: 60 }\nruns:\n  - run_id: r1\n    task: Write a note.\n',
  'session.script.yaml':
    'model: script/1\nreplies:\n  - call: [{ tool: write, input: { path: note.txt, content: "made\\n" } }]\n  - say: The note is there.\n',
  'denied.yaml':
    'session_id: clean-host-denied\nmodel: script:./denied.script.yaml\nworkspace: ./work\nbudget: { max_turns: 2, timeout_seconds: 60 }\nruns:\n  - run_id: r1\n    task: Try it.\n',
  'denied.script.yaml':
    'model: script/1\nreplies:\n  - call: [{ tool: bash, input: { command: touch ran.txt } }]\n  - say: It was refused.\n',
  'work/README.md': '# Work\n',
};

export const sessionStep: CtxStep = {
  name: 'session',
  proves:
    'a session starts, resumes, replays the same bytes, becomes a report and an export, and a denied tool is not run',
  triage:
    'run the same `ctx run`, `resume` and `replay --verify` with --keep-temp; `ctx verify clean-host` names the record',
  needs: ['install'],
  async run(subject) {
    const cwd = join(subject.places.root, 'sessions');
    writeTree(cwd, files);
    const ctx = (...words: string[]) => ctxData(subject, words, { cwd });
    await ctx('run', 'session.yaml');
    expectThat(
      existsSync(join(cwd, 'work', 'note.txt')),
      'the tool that the model asked for did not write its file',
    );
    await ctx('resume', 'clean-host', '--task', 'Look again.');
    const sessions = readdirSync(join(cwd, '.context', 'sessions')).filter((name) => name.endsWith('.jsonl'));
    expectThat(sessions.includes('clean-host.jsonl'), 'the session is not in the isolated store');
    await ctx('replay', 'clean-host', '--verify');
    const made: Record<string, number> = {};
    for (const kind of ['report', 'export']) {
      await ctx(kind, 'clean-host', '--out', kind);
      made[kind] = readdirSync(join(cwd, kind)).length;
      expectThat(made[kind] > 0, `ctx ${kind} made no file`);
    }
    expectNone(await denialProblems(subject, cwd));
    return { sessions, ...made };
  },
};

/** The model asks for bash, which --deny-tool takes away: it must not run, and the log must say so. */
async function denialProblems(subject: Subject, cwd: string): Promise<string[]> {
  const words = ['run', 'denied.yaml', '--deny-tool', 'bash', '--output-format', 'json'];
  const { stdout } = await subject.run('ctx', words, { cwd });
  const { data, error } = envelopeIn(stdout);
  const log = await subject.run('ctx', ['load-session', 'clean-host-denied', '--messages'], { cwd });
  return [
    ...(existsSync(join(cwd, 'work', 'ran.txt')) ? ['the denied tool bash was run'] : []),
    ...(data === undefined && error === undefined ? ['the run with --deny-tool gave no envelope'] : []),
    ...(/denied/i.test(log.stdout) ? [] : ['the session does not say that the call was denied']),
  ];
}
