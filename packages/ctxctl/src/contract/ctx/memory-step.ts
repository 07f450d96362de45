import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { succeeded } from '../clean-host/host.js';
import { expectThat } from '../clean-host/step.js';
import { type CtxStep, ctxData, type Subject } from './subject.js';

export const memoryStep: CtxStep = {
  name: 'memory',
  proves: 'the pad, a reminder and an audit report each make their round trip',
  triage: 'run `ctx pad`, `ctx remind list` or `ctxctl audit-relay` in the project with --keep-temp',
  needs: ['install'],
  async run(subject) {
    const note = 'a note of the clean host';
    await ctxData(subject, ['init']);
    await ctxData(subject, ['pad', 'add', note]);
    expectThat(
      JSON.stringify(await ctxData(subject, ['pad', 'show', '1'])).includes(note),
      'the pad lost its note',
    );
    await ctxData(subject, ['remind', note]);
    expectThat(
      JSON.stringify(await ctxData(subject, ['remind', 'list'])).includes(note),
      'the reminder is lost',
    );
    await auditRoundTrip(subject);
    return { pad: 1, reminders: 1, reports: 1 };
  },
};

/** The channel is ctxctl's, which is no part of the package: the checkout's own build, on the clean host. */
async function auditRoundTrip(subject: Subject): Promise<void> {
  const { project, ctxctl } = subject;
  const git = (...words: string[]) =>
    succeeded(
      `git ${words[0]}`,
      subject.run('git', ['-c', 'user.name=Host', '-c', 'user.email=host@localhost', ...words]),
    );
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('commit', '--quiet', '--allow-empty', '--message', 'one');
  writeFileSync(join(project, 'findings.md'), '- found on the clean host\n');
  const call = (words: string[], input = '') => subject.run(process.execPath, [ctxctl, ...words], { input });
  const write = ['audit', 'write', '--kind', 'contract', '--range', 'HEAD..HEAD', '--body', 'findings.md'];
  await succeeded('ctxctl audit write', call(write));
  const relay = () => succeeded('ctxctl audit-relay', call(['audit-relay'], '{"prompt":"x"}'));
  const { stdout } = await relay();
  expectThat(stdout.includes('- found on the clean host'), 'the relay did not relay the report');
  await succeeded('ctxctl audit dismiss', call(['audit', 'dismiss', 'contract']));
  expectThat((await relay()).stdout === '', 'the relay goes on about a report that was dismissed');
}
