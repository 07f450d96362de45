import { join } from 'node:path';
import { isThere } from '../../../../ctx/src/kit/files.js';
import { filesBelow } from '../clean-host/files-below.js';
import { succeeded } from '../clean-host/host.js';
import { matchesAny } from '../clean-host/patterns.js';
import { expectNone } from '../clean-host/step.js';
import { runInTurn } from './command-steps.js';
import { installedPackage, manifestOf, type PackageStep } from './subject.js';

export const uninstallStep: PackageStep = {
  name: 'uninstall',
  proves: 'the package goes away, and only what the contract names stays in the home',
  triage: 'see what is left: name it under may_leave if it belongs to the user',
  needs: ['install'],
  async run(subject) {
    const { places, config, project } = subject;
    const { name, programs } = manifestOf(subject);
    const { commands = [], may_leave = config.may_write ?? [] } = config.uninstall ?? {};
    const installed = installedPackage(subject);
    const ran = await runInTurn(subject, project, commands);
    await succeeded('npm uninstall', subject.npm(['uninstall', '--global', name]));
    const given = Object.keys(config.given ?? {});
    const left = filesBelow(places.home).map((path) => `~/${path}`);
    expectNone([
      ...left
        .filter((path) => !given.includes(path) && !matchesAny(may_leave, path))
        .map((path) => `left behind in the home: ${path}`),
      ...[installed, ...Object.keys(programs).map((program) => join(places.prefix, 'bin', program))]
        .filter(isThere)
        .map((path) => `left behind: ${path}`),
      ...subject.strayed(),
    ]);
    return { left, ...(ran.length === 0 ? {} : { commands: ran }) };
  },
};
