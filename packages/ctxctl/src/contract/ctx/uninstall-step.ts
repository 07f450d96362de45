import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { succeeded } from '../clean-host/host.js';
import { expectNone } from '../clean-host/step.js';
import { packedFiles } from '../clean-host/tarball.js';
import { type CtxStep, ctxData, installedPackage, packageName } from './subject.js';

/** What belongs to the user and stays: key, trust, catalog, which sessions are theirs, captured sessions, and what hosts keep for themselves. */
const usersData =
  /^(\.config\/ctx\/(identity\.txt|trust\.json)$|\.local\/share\/ctx\/catalog\/|\.local\/state\/ctx\/own-sessions\/|\.local\/state\/ctx\/projects\/.*\/\.sessions\/|\.claude\/(?!settings)|\.claude\.json|\.codex\/(?!hooks\.json)|\.cache\/)/;

export const uninstallStep: CtxStep = {
  name: 'uninstall',
  proves:
    'hooks and package go away, only the user’s data stays, and the real home and the checkout are as they were',
  triage:
    'see what is left: `ctx hooks remove` or the package leaves something behind, or writes outside of the home',
  needs: ['hooks'],
  async run(subject) {
    const { places } = subject;
    await ctxData(subject, ['hooks', 'remove']);
    await succeeded('npm uninstall', subject.npm(['uninstall', '--global', packageName]));
    const left = packedFiles(places.home);
    expectNone([
      ...left.filter((name) => !usersData.test(name)).map((name) => `left behind in the home: ${name}`),
      ...[installedPackage(subject), join(places.prefix, 'bin', 'ctx')]
        .filter((path) => existsSync(path))
        .map((path) => `left behind: ${path}`),
      ...subject.strayed(),
    ]);
    return { left };
  },
};
