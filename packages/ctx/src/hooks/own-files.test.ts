import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { hosts } from '../hosts/known.js';
import { isNamedIn, mayBeAboutUs, ownPathIn } from './own-files.js';

const places = { root: '/work/shop', env: { HOME: '/home/ada' } };

/** Where each host is told of our hooks, in every scope that it has. */
const registered = hosts.flatMap((host) =>
  Object.entries(host.settingsFiles(places)).map(([scope, file]) => ({ host: host.name, scope, file })),
);

it.each(registered)('guards the $scope settings of $host, which name the hooks', ({ file }) => {
  expect(ownPathIn(file)).toBeDefined();
  expect(
    ownPathIn(relative(file.startsWith(places.root) ? places.root : places.env.HOME, file)),
  ).toBeDefined();
  expect(mayBeAboutUs(`rm '${file}'`, [])).toBe(true);
  expect(isNamedIn([`rm "${file}"`], file)).toBe(true);
});

it('leaves the files of the project alone', () => {
  expect(ownPathIn('/work/shop/src/settings.json')).toBeUndefined();
  expect(mayBeAboutUs('npm test', [])).toBe(false);
});
