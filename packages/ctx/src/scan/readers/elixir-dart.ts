// mix.exs of Elixir and pubspec.yaml of Dart and Flutter.

import { isMembers } from '../../protocol/members.js';
import { development, type OpenFile, sign, sure, weak } from '../reader.js';
import { field, membersOf, shown, textOf } from '../shape.js';
import { hexPackages, pubPackages } from '../tables/beam-dart.js';

export function mix(file: OpenFile) {
  const lines = file.lines();
  const module = lines.findIndex((line) => /^\s*use Mix\.Project\b/.test(line));
  if (module === -1) return;
  const app = lines.map((line) => /^\s*app:\s*:(\w+)/.exec(line)?.[1]).find((name) => name !== undefined);
  file.package(app, hexPackages);
  file.found('elixir', sure, { line: module + 1, value: 'use Mix.Project' });
  file.found('mix', sure, { line: module + 1, value: 'use Mix.Project' });
  const published = lines.findIndex((line) => /^\s*package:\s*\S/.test(line));
  // What is released as a program is published as one, too.
  const released = lines.some((line) => /^\s*(escript|releases):\s*\S/.test(line));
  if (published >= 0 && !released) file.found('library', sign, { line: published + 1, value: 'package' });
  lines.forEach((line, i) => {
    const name = /^\s*\[?\{:(\w+),/.exec(line)?.[1];
    if (name === undefined) return;
    const confidence = /only:\s*(\[[^\]]*)?:?(dev|test)/.test(line) ? development : sure;
    file.dependency(hexPackages, name, confidence, {
      line: i + 1,
      value: shown(line.replace(/,\s*$/, '')),
    });
  });
}

/** What is published says where it comes from. */
function isPublished(pubspec: unknown): boolean {
  return ['repository', 'homepage', 'topics'].some((key) => field(pubspec, key) !== undefined);
}

/** Every test of a mix project runs through this file. */
export function exUnit(file: OpenFile) {
  const line = file.lines().findIndex((text) => /^\s*ExUnit\.(start|configure)\b/.test(text));
  if (line >= 0) file.found('exunit', sure, { line: line + 1, value: 'ExUnit.start' });
}

export function credo(file: OpenFile) {
  const line = file.lines().findIndex((text) => /^\s*configs:/.test(text));
  if (line >= 0) file.found('credo', sure, { line: line + 1, value: 'configs' });
}

export async function pubspec(file: OpenFile) {
  const [document] = await file.yaml();
  const name = textOf(field(document, 'name'));
  if (name === undefined) return file.note('it has no name');
  file.package(name, pubPackages);
  file.found('dart', sure, { key: 'name', value: name });
  file.found('pub', sure, { key: 'name', value: name });
  if (['windows/CMakeLists.txt', 'linux/CMakeLists.txt'].some(file.beside))
    file.found('desktop-app', sign, { key: 'name', value: name });
  if (isMembers(field(document, 'executables'))) file.found('cli-tool', sign, { key: 'executables' });
  else if (
    field(document, 'publish_to') !== 'none' &&
    field(document, 'version') !== undefined &&
    !file.beside('lib/main.dart')
  )
    file.found('library', file.folder === '' || isPublished(document) ? sign : weak, {
      key: 'version',
      value: shown(field(document, 'version')),
    });
  for (const [group, confidence] of [
    ['dependencies', sure],
    ['dev_dependencies', development],
  ] as const) {
    for (const [dependency, version] of Object.entries(membersOf(field(document, group)))) {
      file.dependency(pubPackages, dependency, confidence, {
        key: `${group}.${dependency}`,
        value: shown(version),
      });
    }
  }
}
