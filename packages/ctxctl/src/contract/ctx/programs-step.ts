import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstLine } from '../clean-host/fake-host.js';
import { succeeded } from '../clean-host/host.js';
import { expectNone, expectThat } from '../clean-host/step.js';
import { manifestOf } from '../clean-host/tarball.js';
import { type CtxStep, ctxData, installedPackage, type Subject } from './subject.js';

export const programsStep: CtxStep = {
  name: 'programs',
  proves: 'the installed program starts: its version, its help and its completion',
  triage:
    'run the installed `ctx` by hand with --keep-temp: a file is missing, or it imports from outside the package',
  needs: ['install'],
  async run(subject) {
    const { version } = manifestOf(installedPackage(subject));
    const { stdout } = await succeeded('ctx --version', subject.run('ctx', ['--version']));
    expectThat(
      stdout === `ctx ${version}\n`,
      `ctx --version says ${firstLine(stdout)}, the package is ${version}`,
    );
    await succeeded('ctx help', subject.run('ctx', ['help']));
    const commands = await commandNames(subject);
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = await succeeded(`completion ${shell}`, subject.run('ctx', ['completion', shell]));
      expectThat(script.stdout.includes('ctx'), `the completion for ${shell} is empty`);
      if (shell === 'bash')
        await succeeded('the completion for bash', subject.run('bash', ['-n'], { input: script.stdout }));
    }
    return { version, commands: commands.length };
  },
};

export const helpStep: CtxStep = {
  name: 'help',
  proves: 'every command loads from the install and explains itself',
  triage:
    'run the named command with --help from the install: its file is missing, or it imports from outside',
  slow: true,
  needs: ['install'],
  async run(subject) {
    const names = await commandNames(subject);
    const problems: string[] = [];
    const queue = [...names];
    const worker = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        const { exitCode, stdout, stderr } = await subject.run('ctx', [...name.split(' '), '--help'], {
          cwd: emptyFolder(subject),
        });
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
async function commandNames(subject: Subject): Promise<string[]> {
  const { commands } = await ctxData(subject, ['help']);
  expectThat(Array.isArray(commands) && commands.length > 0, 'the table of commands is empty');
  return commands.map(({ name }: { name: string }) => name);
}

function emptyFolder({ places }: Subject): string {
  const folder = join(places.temporary, 'empty');
  mkdirSync(folder, { recursive: true });
  return folder;
}
