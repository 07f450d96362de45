import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstLine } from '../clean-host/child.js';
import { expectNone, expectThat } from '../clean-host/step.js';
import { type CtxStep, type CtxSubject, ctxData } from './subject.js';

export const helpStep: CtxStep = {
  name: 'help',
  proves: 'every command loads from the install and explains itself',
  triage:
    'run the named command with --help from the install: its file is missing, or it imports from outside',
  slow: true,
  needs: ['install'],
  async run(subject) {
    const names = await commandNames(subject);
    const cwd = join(subject.places.work, 'help');
    mkdirSync(cwd, { recursive: true });
    const problems: string[] = [];
    const queue = [...names];
    const worker = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        const words = [...name.split(' '), '--help'];
        const { exitCode, stdout, stderr } = await subject.run('ctx', words, { cwd });
        if (exitCode !== 0 || !stdout.includes(`ctx ${name}`))
          problems.push(`ctx ${name} --help: exit ${exitCode}, ${firstLine(stderr)}`);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    expectNone(problems);
    return { commands: names.length };
  },
};

/** From the table that ships with the program. */
async function commandNames(subject: CtxSubject): Promise<string[]> {
  const { commands } = await ctxData(subject, ['help']);
  expectThat(Array.isArray(commands) && commands.length > 0, 'the table of commands is empty');
  return commands.map(({ name }: { name: string }) => name);
}
