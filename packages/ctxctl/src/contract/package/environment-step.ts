import { join } from 'node:path';
import { isBelow } from '../clean-host/environment.js';
import { succeeded } from '../clean-host/host.js';
import { expectNone } from '../clean-host/step.js';
import type { PackageStep } from './subject.js';

/** Written by the program itself, so that it is what a program sees. */
const tellEnvironment = 'process.stdout.write(JSON.stringify({ env: process.env }))';

/** `away` are folders whose programs must not be found. */
export function environmentStep(away: readonly string[]): PackageStep {
  return {
    name: 'environment',
    proves:
      'programs see a home, a prefix and a temporary folder of their own, and nothing of this machine’s user',
    triage: 'look at contract/clean-host/environment.ts: a variable got through that is not on the list',
    needs: [],
    async run(subject) {
      const { places, confinement } = subject;
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
          .filter((folder) => away.some((place) => isBelow(place, folder)))
          .map((folder) => `PATH has ${folder}, of the checkout`),
        ...(folders[0] === join(places.prefix, 'bin') ? [] : ['PATH does not begin with the prefix']),
      ]);
      return { confined: confinement !== undefined, variables: Object.keys(env).sort() };
    },
  };
}
