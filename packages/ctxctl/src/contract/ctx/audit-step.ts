import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { succeeded } from '../clean-host/host.js';
import { expectThat } from '../clean-host/step.js';
import type { CtxStep } from './subject.js';

/** The channel is ctxctl's, which is no part of the package: the checkout's own build, on the clean host. */
export const auditStep: CtxStep = {
  name: 'audit',
  proves: 'an audit report makes its round trip: written, relayed, dismissed',
  triage: 'run `ctxctl audit-relay` in the project with --keep-temp',
  needs: [],
  async run(subject) {
    const { project, places, ctxctl } = subject;
    // What ctxctl compiles is not for the home that the package is held to.
    const env = { ...subject.env, XDG_CACHE_HOME: join(places.work, 'ctxctl-cache') };
    const git = (...words: string[]) =>
      succeeded(
        `git ${words[0]}`,
        subject.run('git', ['-c', 'user.name=Host', '-c', 'user.email=host@localhost', ...words]),
      );
    await git('init', '--quiet', '--initial-branch', 'main');
    await git('commit', '--quiet', '--allow-empty', '--message', 'one');
    writeFileSync(join(project, 'findings.md'), '- found on the clean host\n');
    const call = (words: string[], input = '') =>
      subject.run(process.execPath, [ctxctl, ...words], { env, input });
    const write = ['audit', 'write', '--kind', 'contract', '--range', 'HEAD..HEAD', '--body', 'findings.md'];
    await succeeded('ctxctl audit write', call(write));
    const relay = () => succeeded('ctxctl audit-relay', call(['audit-relay'], '{"prompt":"x"}'));
    const { stdout } = await relay();
    expectThat(stdout.includes('- found on the clean host'), 'the relay did not relay the report');
    await succeeded('ctxctl audit dismiss', call(['audit', 'dismiss', 'contract']));
    expectThat((await relay()).stdout === '', 'the relay goes on about a report that was dismissed');
    return { reports: 1 };
  },
};
