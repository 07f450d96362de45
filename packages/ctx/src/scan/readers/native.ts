// Swift packages, CMake, Make and their kin, as far as names go.

import { type OpenFile, sign, sure } from '../reader.js';
import { lineThat, shown } from '../shape.js';
import { cmakePackages, swiftPackages } from '../tables/native.js';

export function swiftPackage(file: OpenFile) {
  const lines = file.lines();
  const line = lines.findIndex((text) => /^\s*import PackageDescription\b/.test(text));
  if (line === -1) return;
  file.package(undefined);
  file.found('swift', sure, { line: line + 1, value: 'import PackageDescription' });
  file.found('swiftpm', sure, { line: line + 1, value: 'import PackageDescription' });
  const product = lines.findIndex((text) => /^\s*\.library\s*\(|products:\s*\[\s*\.library/.test(text));
  if (product >= 0 && file.folder === '' && !lines.some((text) => /^\s*\.executable\s*\(/.test(text)))
    file.found('library', sign, { line: product + 1, value: '.library' });
  const tests = lines.findIndex((text) => /^\s*\.testTarget\s*\(/.test(text));
  if (tests >= 0) file.found('xctest', sign, { line: tests + 1, value: '.testTarget' });
  lines.forEach((text, i) => {
    const url = /^\s*\.package\s*\(\s*(?:name:\s*"[^"]*",\s*)?url:\s*"https?:\/\/([^"]+?)(?:\.git)?"/.exec(
      text,
    )?.[1];
    if (url !== undefined) file.dependency(swiftPackages, url, sure, { line: i + 1, value: url });
  });
}

/** Xcode: which platform the project is built for. */
export function xcodeProject(file: OpenFile) {
  const lines = file.lines();
  const tests = lines.findIndex((line) => line.includes('com.apple.product-type.bundle.unit-test'));
  // Flutter makes a project with tests for every app, and nobody writes any.
  if (tests >= 0 && !file.folder.endsWith('Runner.xcodeproj'))
    file.found('xctest', sign, { line: tests + 1, value: shown(lines[tests]) });
  // Beside a Swift package it is there to develop the package.
  const above = file.folder.slice(0, Math.max(0, file.folder.lastIndexOf('/')));
  if (file.has(above === '' ? 'Package.swift' : `${above}/Package.swift`)) return;
  const phone = lines.findIndex((line) => line.includes('IPHONEOS_DEPLOYMENT_TARGET'));
  const desktop = lines.findIndex((line) => line.includes('MACOSX_DEPLOYMENT_TARGET'));
  const line = phone >= 0 ? phone : desktop;
  if (line >= 0)
    file.found(phone >= 0 ? 'mobile-app' : 'desktop-app', sign, {
      line: line + 1,
      value: shown(lines[line]),
    });
}

export function cmake(file: OpenFile) {
  const lines = file.lines().map((line) => line.replace(/#.*$/, ''));
  // What is exported is there for other builds to find.
  const exported = /^[ \t]*install\s*\(\s*(EXPORT|TARGETS[^)]*\sEXPORT)\b/im.exec(lines.join('\n'));
  if (exported !== null && (file.folder === '' || file.folder === 'src'))
    file.found('library', sign, {
      line: lines.join('\n').slice(0, exported.index).split('\n').length,
      value: 'install EXPORT',
    });
  const headers = lineThat(/^\s*add_library\s*\(\s*[\w-]+\s+INTERFACE\b/i, lines);
  if (headers !== undefined && /^(src|include)?$/.test(file.folder)) file.found('library', sign, headers);
  const minimum = lineThat(/^\s*cmake_minimum_required\s*\(/i, lines);
  if (minimum !== undefined) file.found('cmake', sign, minimum);
  lines.forEach((line, i) => {
    const place = { line: i + 1, value: shown(line) };
    const project = /^\s*project\s*\(\s*([\w.-]+)(.*)$/i.exec(line);
    if (project !== null) {
      file.package(project[1]);
      file.found('cmake', sure, place);
      if (/\bCXX\b/.test(project[2] ?? '')) file.found('c++', sure, place);
      if (/(?<![\w+])C(?![\w+])/.test((project[2] ?? '').replace(/^.*LANGUAGES/, '')))
        file.found('c', sign, place);
    }
    if (/^\s*(gtest_discover_tests\s*\(|include\s*\(\s*GoogleTest\b)|\bGTest::|\bgtest_main\b/.test(line))
      file.found('googletest', sure, place);
    const name = /^\s*find_package\s*\(\s*(\w+)/i.exec(line)?.[1];
    if (name !== undefined) file.dependency(cmakePackages, name, sure, place);
  });
}

/** Haskell packages: what they install, and what they offer. */
export function cabal(file: OpenFile) {
  for (const [i, line] of file.lines().entries()) {
    const place = { line: i + 1, value: shown(line) };
    if (/^name:\s*\S/i.test(line)) file.found('haskell', sure, place);
    if (/^executable\s/i.test(line)) file.found('cli-tool', sign, place);
    if (/^library\s*$/i.test(line)) file.found('library', sign, place);
  }
}

/** Haskell packages that are built together. */
export function cabalProject(file: OpenFile) {
  const lines = file.lines();
  const start = lines.findIndex((line) => /^packages:/.test(line));
  if (start === -1) return;
  const end = lines.findIndex((line, i) => i > start && /^\S/.test(line));
  const listed = lines
    .slice(start, end === -1 ? undefined : end)
    .flatMap((line) => line.replace(/^packages:|--.*$/g, '').split(/[\s,]+/))
    .filter((name) => name !== '' && !/bench|test|example/.test(name));
  if (listed.length > 1) file.found('monorepo', sign, { line: start + 1, value: shown(listed.join(' ')) });
}

/** OCaml: what dune installs under a public name. */
export function dune(file: OpenFile) {
  const source = file.text() ?? '';
  for (const [means, says] of [
    ['library', /^\(library\b[\s\S]*?\(public_name\b/m],
    ['cli-tool', /^\(executables?\b[\s\S]*?\(public_names?\b/m],
  ] as const) {
    // One stanza at a time: each begins at the start of a line.
    const stanza = source.split(/^(?=\()/m).find((text) => says.test(text));
    if (stanza !== undefined)
      file.found(means, sign, {
        line: source.slice(0, source.indexOf(stanza)).split('\n').length,
        value: 'public_name',
      });
  }
}

/** Testing libraries of one header that people keep among their tests. */
export function testHeader(file: OpenFile) {
  const tool = file.name === 'doctest.h' ? 'doctest' : 'catch2';
  file.found(tool, sign, { line: 1, value: file.name });
}

/** Build files whose name and first rule say it all. */
export function buildFiles(file: OpenFile) {
  const lines = file.head(16_384)?.split('\n') ?? [];
  const rule = rules.find(({ names }) => names.includes(file.name));
  const at = rule === undefined ? undefined : lineThat(rule.says, lines);
  if (rule === undefined || at === undefined) return;
  if (file.name === 'Makefile.am' && file.folder === '') automake(file, lines);
  if (file.name === 'meson.build' && file.folder === '') mesonLibrary(file, lines);
  for (const name of rule.means) file.found(name, sure, at);
}

/** A library that Meson builds at the top is what the project offers. */
function mesonLibrary(file: OpenFile, lines: readonly string[]) {
  const at = lineThat(/^[^#']*\b(both_libraries|(shared_|static_)?library)\s*\(/, lines);
  if (at !== undefined) file.found('library', sign, at);
}

/** What automake installs. */
function automake(file: OpenFile, lines: readonly string[]) {
  for (const [means, says] of [
    ['cli-tool', /^bin_PROGRAMS\s*\+?=\s*\S/],
    ['library', /^lib_LTLIBRARIES\s*\+?=\s*\S/],
  ] as const) {
    const at = lineThat(says, lines);
    if (at !== undefined) file.found(means, sign, at);
  }
}

const rules: readonly { names: readonly string[]; says: RegExp; means: readonly string[] }[] = [
  { names: ['Makefile', 'makefile', 'GNUmakefile'], says: /^[\w.%/$(){}-][^=]*:(?!=)/, means: ['make'] },
  { names: ['Makefile.am'], says: /^\w+\s*\+?=/, means: ['make'] },
  { names: ['justfile', 'Justfile'], says: /^@?[\w-]+[^:=]*:(?!=)/, means: ['just'] },
  { names: ['Taskfile.yml', 'Taskfile.yaml'], says: /^tasks:/, means: ['task'] },
  { names: ['meson.build'], says: /^project\s*\(/, means: ['meson'] },
  { names: ['MODULE.bazel'], says: /^(module|bazel_dep)\s*\(/, means: ['bazel'] },
  {
    names: ['WORKSPACE.bazel', 'WORKSPACE', 'BUILD.bazel'],
    says: /^(workspace|load|cc_library|package)\s*\(/,
    means: ['bazel'],
  },
  { names: ['build.sbt'], says: /\S/, means: ['sbt', 'scala'] },
  { names: ['vcpkg.json'], says: /"dependencies"|"name"/, means: ['vcpkg'] },
  { names: ['conanfile.txt'], says: /^\[requires\]/, means: ['conan'] },
  { names: ['conanfile.py'], says: /^(from|import) conan/, means: ['conan'] },
  { names: ['build.zig'], says: /pub fn build\b/, means: ['zig'] },
  { names: ['dune-project'], says: /^\(lang dune/, means: ['ocaml'] },
  { names: ['stack.yaml'], says: /^resolver:|^snapshot:/, means: ['haskell'] },
];
