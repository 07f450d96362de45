// Cargo.toml.

import { isMembers } from '../../protocol/members.js';
import { development, type OpenFile, optional, sign, sure, weak } from '../reader.js';
import { field, listOf, membersOf, shown, textOf } from '../shape.js';
import { crates } from '../tables/rust.js';

export async function cargo(file: OpenFile) {
  if (isVendored(file)) return;
  const document = await file.toml();
  if (!isMembers(document)) return;
  const name = textOf(field(document, 'package', 'name'));
  const workspace = document['workspace'];
  if (name === undefined && workspace === undefined) return file.note('neither a package nor a workspace');
  if (name !== undefined) file.package(name, crates);
  file.found('rust', sure, {
    key: name === undefined ? 'workspace' : 'package.name',
    ...(name === undefined ? {} : { value: name }),
  });
  file.found('cargo', sure, { key: name === undefined ? 'workspace' : 'package' });
  const groups = [
    ['dependencies', sure, document['dependencies']],
    // Which version, for those members that ask for it.
    ['workspace.dependencies', optional, field(workspace, 'dependencies')],
    ['dev-dependencies', development, document['dev-dependencies']],
    ['build-dependencies', development, document['build-dependencies']],
  ] as const;
  const targets = Object.values(membersOf(document['target'])).flatMap((target) => [
    ['dependencies', sure, field(target, 'dependencies')] as const,
    ['dev-dependencies', development, field(target, 'dev-dependencies')] as const,
  ]);
  for (const [group, confidence, listed] of [...groups, ...targets]) {
    for (const [crate, version] of Object.entries(membersOf(listed))) {
      const real = textOf(field(version, 'package')) ?? crate;
      const strength = field(version, 'optional') === true ? optional : confidence;
      file.dependency(crates, real, strength, { key: `${group}.${crate}`, value: shown(version) });
      for (const store of storesOf(real, listOf(field(version, 'features')))) {
        file.found(store, confidence, { key: `${group}.${crate}.features`, value: store });
      }
    }
  }
  featureStores(file, document);
  if (document['bin'] !== undefined) file.found('cli-tool', sign, { key: 'bin' });
  if (isLibrary(file, document))
    file.found('library', file.folder === '' ? sign : weak, {
      key: document['lib'] === undefined ? 'package' : 'lib',
    });
  const members = listOf(field(workspace, 'members'));
  if (members.length === 0) return;
  file.found('cargo-workspace', sure, { key: 'workspace.members', value: shown(members) });
  // One crate beside the main one, for its macros or its build, does not make many projects of it.
  if (members.length === 1 && name !== undefined && !shown(members).includes('*')) return;
  file.found('monorepo', sure, { key: 'workspace.members', value: shown(members) });
}

/** A crate for others has a library and no program of its own. Inner crates may only split up a project. */
function isLibrary(file: OpenFile, document: unknown): boolean {
  if (field(document, 'package', 'publish') === false || field(document, 'package') === undefined)
    return false;
  // crates.io takes nothing without these.
  if (['license', 'license-file'].every((key) => field(document, 'package', key) === undefined)) return false;
  if (field(document, 'bin') !== undefined || file.beside('src/main.rs')) return false;
  return field(document, 'lib') !== undefined || file.beside('src/lib.rs');
}

/** `cargo vendor` and `cargo package` leave these beside the manifest of a crate that others published. */
function isVendored(file: OpenFile): boolean {
  return (
    file.folder !== '' &&
    ['.cargo-checksum.json', '.cargo_vcs_info.json', 'Cargo.toml.orig'].some(file.beside)
  );
}

/** A feature of the crate itself that turns on a store: `sqlite = ["diesel/sqlite", "dep:libsqlite3-sys"]`. */
function featureStores(file: OpenFile, document: unknown) {
  for (const [feature, enabled] of Object.entries(membersOf(field(document, 'features')))) {
    for (const entry of listOf(enabled)) {
      const [, crate = '', turned] = /^([\w-]+)\??\/([\w-]+)$/.exec(textOf(entry) ?? '') ?? [];
      for (const store of storesOf(crate, [turned]))
        file.found(store, sure, { key: `features.${feature}`, value: shown(entry) });
    }
  }
}

const stores: Readonly<Record<string, string>> = {
  mysql: 'mysql',
  postgres: 'postgresql',
  'postgres-native-tls': 'postgresql',
  sqlite: 'sqlite',
  'sqlx-mysql': 'mysql',
  'sqlx-postgres': 'postgresql',
  'sqlx-sqlite': 'sqlite',
  rusqlite: 'sqlite',
};

/** Crates over several databases name theirs as a feature. */
function storesOf(crate: string, features: readonly unknown[]): string[] {
  if (
    !/^(sqlx|diesel|sea-orm|sea-query|diesel-async|diesel_migrations|deadpool-diesel|refinery|sea-orm-migration|sea-schema)$/.test(
      crate,
    )
  )
    return [];
  return features.flatMap((feature) => {
    const name = textOf(feature);
    const store = name !== undefined && Object.hasOwn(stores, name) ? stores[name] : undefined;
    return store === undefined ? [] : [store];
  });
}
