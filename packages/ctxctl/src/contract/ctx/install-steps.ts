import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow } from '../clean-host/environment.js';
import { succeeded } from '../clean-host/host.js';
import { installScripts } from '../clean-host/install-scripts.js';
import { expectNone, expectThat } from '../clean-host/step.js';
import { type CtxStep, tarballOf } from './subject.js';

export const installStep: CtxStep = {
  name: 'install',
  proves: 'the tarball installs into a fresh prefix, and neither it nor what it brings wants to run a script',
  triage:
    'look at `scripts` and `dependencies` in packages/ctx/package.json: nothing that we ship may need an install script',
  needs: ['pack'],
  async run(subject) {
    const { places, offline } = subject;
    const network = offline ? '--offline' : '--prefer-offline';
    await succeeded(
      'npm install',
      subject.npm(['install', '--global', '--ignore-scripts', network, tarballOf(subject)]),
    );
    const modules = join(places.prefix, 'lib', 'node_modules');
    expectNone(installScripts(modules).map((script) => `a package has an install script: ${script}`));
    const program = realpathSync(join(places.prefix, 'bin', 'ctx'));
    expectThat(isBelow(places.prefix, program), `the program ctx is ${program}, outside of the prefix`);
    return { program, network };
  },
};

/** Written by the program itself, so that it is what a program sees. */
const tellEnvironment = 'process.stdout.write(JSON.stringify({ env: process.env, path: module.paths }))';

export const environmentStep: CtxStep = {
  name: 'environment',
  proves:
    'programs see a home, a prefix and a temporary folder of their own, and nothing of this machine’s user',
  triage: 'look at contract/clean-host/environment.ts: a variable got through that is not on the list',
  needs: [],
  async run(subject) {
    const { places, checkout } = subject;
    const { stdout } = await succeeded('node', subject.run(process.execPath, ['-e', tellEnvironment]));
    const { env }: { env: Record<string, string> } = JSON.parse(stdout);
    const homes = Object.entries(env).filter(([name]) =>
      /^(HOME|USERPROFILE|(LOCAL)?APPDATA|XDG_\w+|TE?MP(DIR)?)$/.test(name),
    );
    const folders = (env['PATH'] ?? '').split(':');
    expectNone([
      ...homes
        .filter(([, path]) => !isBelow(places.root, path))
        .map(([name, path]) => `${name} is ${path}, outside of the temporary root`),
      ...Object.keys(env)
        .filter((name) => /^(NODE_PATH|NODE_OPTIONS|npm_.*)$/i.test(name))
        .map((name) => `${name} got through`),
      ...folders
        .filter((folder) => isBelow(checkout, folder))
        .map((folder) => `PATH has ${folder}, of the checkout`),
      ...(folders[0] === join(places.prefix, 'bin') ? [] : ['PATH does not begin with the prefix']),
    ]);
    return { variables: Object.keys(env).sort() };
  },
};
