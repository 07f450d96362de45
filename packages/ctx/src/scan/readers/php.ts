// composer.json, phpunit and WordPress.

import { isMembers } from '../../protocol/members.js';
import { development, type OpenFile, sign, sure } from '../reader.js';
import { lineThat, membersOf, shown, textOf } from '../shape.js';
import type { DependencyTable } from '../tables/dependency-table.js';
import { composerPackages } from '../tables/php.js';

export async function composer(file: OpenFile) {
  const manifest = await file.json();
  if (!isMembers(manifest)) return;
  file.package(textOf(manifest['name']), composerPackages);
  file.found('php', sure, { key: 'composer.json', value: shown(manifest['name'] ?? file.name) });
  file.found('composer', sure, { key: 'composer.json' });
  for (const [group, confidence] of [
    ['require', sure],
    ['require-dev', development],
  ] as const) {
    for (const [name, version] of Object.entries(membersOf(manifest[group]))) {
      const known = name.startsWith('ext-') ? extensions : composerPackages;
      file.dependency(known, name, confidence, { key: `${group}.${name}`, value: shown(version) });
    }
  }
  const type = textOf(manifest['type']);
  if (type === 'library') file.found('library', sure, { key: 'type', value: type });
  if (type === undefined && isPublished(file, manifest)) file.found('library', sign, { key: 'name' });
  if (type?.startsWith('wordpress-')) file.found('wordpress', sure, { key: 'type', value: type });
}

/** `library` is what composer takes a package for that says nothing; applications often say nothing as well. */
function isPublished(file: OpenFile, manifest: Readonly<Record<string, unknown>>): boolean {
  if (!['name', 'description', 'license', 'autoload'].every((key) => manifest[key] !== undefined))
    return false;
  return !['artisan', 'index.php', 'public/index.php', 'web/index.php', 'bin/console'].some(file.beside);
}

/** PHP's own extensions, as composer asks for them. */
const extensions: DependencyTable = `
ext-memcached memcached
ext-mongodb mongodb
ext-mysqli mysql
ext-pdo_mysql mysql
ext-pdo_pgsql postgresql
ext-pdo_sqlite sqlite
ext-pgsql postgresql
ext-redis redis
`;

export function phpunit(file: OpenFile) {
  const at = lineThat(/^\s*<phpunit\b/, file.lines());
  if (at !== undefined) file.found('phpunit', sure, at);
}

/** A plugin's or theme's head comment, where WordPress itself looks for it. */
export function wordpress(file: OpenFile) {
  const lines = (file.head(8192) ?? '').split('\n');
  const at = lineThat(/^\s*\*?\s*(Plugin Name|Theme Name):\s*\S/, lines);
  if (at !== undefined) file.found('wordpress', sign, at);
}
