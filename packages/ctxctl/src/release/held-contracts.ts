// What a release promises: the contracts, and a publication that npm would take.

import { join } from 'node:path';
import { failedBy, type Release, type ReleaseStep } from './step.js';

function contract(release: Release, ...words: string[]) {
  const program = join(release.root, 'packages/ctxctl/dist/ctxctl.cjs');
  return release.run(process.execPath, [program, 'contract', ...words]);
}

export const contractSteps: readonly ReleaseStep[] = [
  {
    name: 'contracts',
    proves: 'frozen versions are unchanged, and the built ctx holds the session and the protocol contract',
    look: async (release) => {
      const guarded = await contract(release, 'guard');
      if (!guarded.ok) return failedBy('ctxctl contract guard', guarded);
      return failedBy('ctxctl contract run', await contract(release, 'run'));
    },
  },
  {
    name: 'clean-host',
    proves: 'the tarball holds the clean-host contract',
    look: async (release) => failedBy('the clean-host contract', await contract(release, 'clean-host')),
  },
  {
    name: 'publish',
    proves: 'npm would publish each tarball; nothing is sent',
    look: async ({ run, tarballs, place }) => {
      const problems: string[] = [];
      for (const { file, name, version } of tarballs) {
        // npm takes a version such as 1.0.0-rc.1 only under a tag of its own; the workflow gives the same.
        const tag = version.includes('-') ? 'next' : 'latest';
        const trying = ['--dry-run', '--offline', '--ignore-scripts'];
        const words = ['publish', file, ...trying, '--access', 'public', '--tag', tag];
        problems.push(...failedBy(`npm publish ${name}`, await run('npm', words, { cwd: place })).problems);
      }
      return { problems };
    },
  },
];

/** What only the workflow can do. */
export const elsewhereSteps: readonly ReleaseStep[] = [
  {
    name: 'macos',
    proves: 'the gate and the session contract hold on macOS',
    notHere: 'it needs macOS: .github/workflows/gate.yml runs it there',
  },
  {
    name: 'windows',
    proves: 'the package installs and starts on Windows',
    notHere: 'it needs Windows: .github/workflows/gate.yml runs it there',
  },
  {
    name: 'provenance',
    proves: 'the published packages carry a provenance statement of the workflow that built them',
    notHere: 'npm signs it in .github/workflows/release.yml, with the identity of that workflow',
  },
];
