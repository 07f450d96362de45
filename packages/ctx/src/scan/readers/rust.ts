// Cargo.toml and Cargo.lock.

import { isMembers } from '../../protocol/members.js';
import { development, type OpenFile, sign, sure } from '../reader.js';
import { field, fields, list, shown, text } from '../shape.js';
import { crates } from '../tables/rust.js';

export async function cargo(file: OpenFile) {
  const document = await file.toml();
  if (!isMembers(document)) return;
  const name = text(field(document, 'package', 'name'));
  const workspace = document['workspace'];
  if (name === undefined && workspace === undefined) return file.note('neither a package nor a workspace');
  if (name !== undefined) file.package(name);
  file.found('rust', sure, {
    key: name === undefined ? 'workspace' : 'package.name',
    ...(name === undefined ? {} : { value: name }),
  });
  file.found('cargo', sure, { key: name === undefined ? 'workspace' : 'package' });
  const groups = [
    ['dependencies', sure, document['dependencies']],
    ['workspace.dependencies', sure, field(workspace, 'dependencies')],
    ['dev-dependencies', development, document['dev-dependencies']],
    ['build-dependencies', development, document['build-dependencies']],
  ] as const;
  for (const [group, confidence, listed] of groups) {
    for (const [crate, version] of Object.entries(fields(listed))) {
      const real = text(field(version, 'package')) ?? crate;
      file.dependency(crates, real, confidence, { key: `${group}.${crate}`, value: shown(version) });
      for (const store of sqlxStores(real, version)) {
        file.found(store, confidence, { key: `${group}.${crate}.features`, value: store });
      }
    }
  }
  if (document['bin'] !== undefined) file.found('cli-tool', sign, { key: 'bin' });
  if (document['lib'] !== undefined) file.found('library', sign, { key: 'lib' });
  const members = list(field(workspace, 'members'));
  if (members.length === 0) return;
  file.found('cargo-workspace', sure, { key: 'workspace.members', value: shown(members) });
  file.found('monorepo', sure, { key: 'workspace.members', value: shown(members) });
}

/** sqlx, diesel and sea-orm name their database as a feature. */
function sqlxStores(crate: string, version: unknown): string[] {
  if (!['sqlx', 'diesel', 'sea-orm'].includes(crate)) return [];
  const stores: Readonly<Record<string, string>> = {
    mysql: 'mysql',
    postgres: 'postgresql',
    sqlite: 'sqlite',
    'sqlx-mysql': 'mysql',
    'sqlx-postgres': 'postgresql',
    'sqlx-sqlite': 'sqlite',
  };
  return list(field(version, 'features')).flatMap((feature) => {
    const name = text(feature);
    const store = name !== undefined && Object.hasOwn(stores, name) ? stores[name] : undefined;
    return store === undefined ? [] : [store];
  });
}
