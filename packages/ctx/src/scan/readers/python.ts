// Python: pyproject (PEP 621, 735, Poetry, uv, PDM), Pipfile, setup.cfg, lock files, conda, and what runs its tests.

import { isMembers } from '../../protocol/members.js';
import { development, type OpenFile, optional, sign, sure } from '../reader.js';
import { field, listOf, membersOf, shown, textOf } from '../shape.js';
import { ownRequirements } from '../silent-signs.js';
import type { DependencyTable } from '../tables/dependency-table.js';
import { pythonPackages } from '../tables/python.js';
import {
  declared,
  forDevelopers,
  isForDevelopment,
  isFrozen,
  isImportable,
  normalised,
  requirementName,
  transitive,
} from './python-requirements.js';

export async function pyproject(file: OpenFile) {
  const document = await file.toml();
  if (!isMembers(document)) return;
  const poetry = field(document, 'tool', 'poetry');
  const name = textOf(field(document, 'project', 'name')) ?? textOf(field(poetry, 'name'));
  if (name !== undefined || poetry !== undefined || isMembers(document['dependency-groups'])) {
    file.package(name, pythonPackages);
    file.found('python', sure, {
      key: poetry === undefined ? 'project' : 'tool.poetry',
      ...(name === undefined ? {} : { value: name }),
    });
  }
  const listed = field(document, 'project', 'dependencies') ?? field(poetry, 'dependencies');
  if (listed !== undefined) file.found(ownRequirements, sure, { key: 'dependencies' });
  requirements(file, field(document, 'project', 'dependencies'), 'project.dependencies', sure);
  for (const [group, listed] of Object.entries(
    membersOf(field(document, 'project', 'optional-dependencies')),
  )) {
    const strength = isForDevelopment(group) ? development : optional;
    requirements(file, listed, `project.optional-dependencies.${group}`, strength);
  }
  for (const [group, listed] of Object.entries(membersOf(document['dependency-groups']))) {
    requirements(file, listed, `dependency-groups.${group}`, development);
  }
  requirements(
    file,
    field(document, 'tool', 'uv', 'dev-dependencies'),
    'tool.uv.dev-dependencies',
    development,
  );
  for (const [group, listed] of Object.entries(
    membersOf(field(document, 'tool', 'pdm', 'dev-dependencies')),
  )) {
    requirements(file, listed, `tool.pdm.dev-dependencies.${group}`, development);
  }
  table(file, field(poetry, 'dependencies'), 'tool.poetry.dependencies', sure);
  table(file, field(poetry, 'dev-dependencies'), 'tool.poetry.dev-dependencies', development);
  for (const [group, content] of Object.entries(membersOf(field(poetry, 'group')))) {
    const strength = isForDevelopment(group) ? development : optional;
    table(file, field(content, 'dependencies'), `tool.poetry.group.${group}.dependencies`, strength);
  }
  tools(file, document);
  const command = Object.keys(membersOf(field(document, 'project', 'scripts'))).length > 0;
  const classifiers = listOf(field(document, 'project', 'classifiers') ?? field(poetry, 'classifiers'));
  const audience = classifiers.find((one) => forDevelopers.test(textOf(one) ?? ''));
  // People classify what they publish, and import what has the distribution's name.
  const imported = classifiers.length > 0 && isImportable(file, name);
  if (audience !== undefined || (imported && !command))
    file.found('library', sign, { key: 'project.classifiers', value: shown(audience ?? classifiers[0]) });
  scripts(file, document);
}

const toolTables: Readonly<Record<string, string>> = {
  black: 'black',
  hatch: 'hatch',
  mypy: 'mypy',
  pdm: 'pdm',
  poetry: 'poetry',
  pyright: 'pyright',
  pytest: 'pytest',
  ruff: 'ruff',
  tox: 'tox',
  setuptools: 'setuptools',
  uv: 'uv',
};

const backends: Readonly<Record<string, string>> = {
  'hatchling.build': 'hatch',
  'pdm.backend': 'pdm',
  'poetry.core.masonry.api': 'poetry',
  'setuptools.build_meta': 'setuptools',
  uv_build: 'uv',
};

function tools(file: OpenFile, document: unknown) {
  for (const tool of Object.keys(membersOf(field(document, 'tool')))) {
    const name = Object.hasOwn(toolTables, tool) ? toolTables[tool] : undefined;
    if (name !== undefined) file.found(name, sure, { key: `tool.${tool}` });
  }
  const backend = textOf(field(document, 'build-system', 'build-backend'));
  const builds = backend !== undefined && Object.hasOwn(backends, backend) ? backends[backend] : undefined;
  if (builds !== undefined)
    file.found(builds, sure, { key: 'build-system.build-backend', value: shown(backend) });
  const members = listOf(field(document, 'tool', 'uv', 'workspace', 'members'));
  if (members.length === 0) return;
  const place = { key: 'tool.uv.workspace.members', value: shown(members) };
  file.found('uv-workspace', sure, place);
  file.found('monorepo', sure, place);
}

function scripts(file: OpenFile, document: unknown) {
  for (const path of [
    ['project', 'scripts'],
    ['tool', 'poetry', 'scripts'],
  ]) {
    const [script] = Object.keys(membersOf(field(document, ...path)));
    // A service that has a name to be started by is no command for people.
    if (script !== undefined && !/^(start|serve|server|dev|run)$/.test(script))
      file.found('cli-tool', sure, { key: path.join('.'), value: script });
  }
}

function requirements(file: OpenFile, listed: unknown, key: string, confidence: number) {
  const all = listOf(listed).map(textOf);
  const frozen = isFrozen(all);
  for (const requirement of all) {
    if (frozen && transitive.has(requirementName(requirement) ?? '')) continue;
    declared(file, requirement, confidence, { key, value: shown(requirement) });
  }
}

function table(file: OpenFile, listed: unknown, key: string, confidence: number) {
  for (const [name, version] of Object.entries(membersOf(listed))) {
    file.dependency(pythonPackages, normalised(name), confidence, {
      key: `${key}.${name}`,
      value: shown(version),
    });
  }
}

export async function pipfile(file: OpenFile) {
  const document = await file.toml();
  if (!isMembers(document)) return;
  file.package(undefined);
  file.found('python', sure, { key: 'packages' });
  file.found('pipenv', sure, { key: 'packages' });
  table(file, document['packages'], 'packages', sure);
  table(file, document['dev-packages'], 'dev-packages', development);
}

export function setupCfg(file: OpenFile) {
  let section = '';
  let key = '';
  let name: string | undefined;
  let classified: number | undefined;
  const lines = file.lines();
  for (const [i, line] of lines.entries()) {
    const header = /^\[([^\]]+)\]\s*$/.exec(line)?.[1];
    if (header !== undefined) {
      [section, key] = [header, ''];
      if (section === 'tool:pytest') file.found('pytest', sure, { line: i + 1, value: line.trim() });
      if (section === 'mypy' || section === 'flake8')
        file.found(section, sure, { line: i + 1, value: line.trim() });
      if (section === 'metadata') {
        file.package(undefined);
        file.found('setuptools', sure, { line: i + 1, value: line.trim() });
        file.found('python', sure, { line: i + 1, value: line.trim() });
      }
      continue;
    }
    const assigned = /^(\w+)\s*=\s*(.*)$/.exec(line);
    if (assigned !== null) key = assigned[1] ?? '';
    if (section === 'options.entry_points' && key === 'console_scripts' && assigned !== null)
      file.found('cli-tool', sign, { line: i + 1, value: 'console_scripts' });
    if (section === 'metadata' && key === 'name' && assigned !== null) name = assigned[2]?.trim();
    if (section === 'metadata' && /Programming Language :: /.test(line)) classified ??= i + 1;
    const listed = section === 'options' && key === 'install_requires' ? (assigned?.[2] ?? line) : '';
    const required = requirementName(listed);
    if (required !== undefined)
      file.dependency(pythonPackages, required, sure, { line: i + 1, value: shown(listed) });
  }
  if (
    classified !== undefined &&
    isImportable(file, name) &&
    !lines.some((line) => /console_scripts/.test(line))
  )
    file.found('library', sign, { line: classified, value: shown(lines[classified - 1]) });
}

export function pythonLocks(file: OpenFile) {
  const head = file.head() ?? '';
  const tool = { 'poetry.lock': 'poetry', 'uv.lock': 'uv', 'pdm.lock': 'pdm', 'Pipfile.lock': 'pipenv' }[
    file.name
  ];
  if (tool === undefined || !/\[\[package\]\]|^version = \d|"_meta"|\[metadata\]/m.test(head)) {
    return file.note('not the lock file that its name says');
  }
  file.found(tool, sure, { line: 1, value: file.name });
}

/** conda environments: packages by name, pip's among them. */
export async function conda(file: OpenFile) {
  const [document] = await file.yaml();
  const listed = listOf(field(document, 'dependencies'));
  if (listed.length === 0) return;
  file.package(textOf(field(document, 'name')));
  file.found('conda', sure, { key: 'dependencies' });
  for (const entry of listed) {
    const name = requirementName(textOf(entry)?.replace(/^[\w-]+::/, ''));
    if (name === 'python') file.found('python', sure, { key: 'dependencies', value: shown(entry) });
    else if (name !== undefined)
      file.dependency(condaNames(name), name, sure, { key: 'dependencies', value: shown(entry) });
    requirements(file, field(entry, 'pip'), 'dependencies.pip', sure);
  }
}

/** conda calls PyTorch by its own name; everything else as pip does. */
function condaNames(name: string): DependencyTable {
  return name === 'pytorch' ? '\npytorch pytorch\n' : pythonPackages;
}

export function pytestFiles(file: OpenFile) {
  const tool = { 'tox.ini': 'tox', 'noxfile.py': 'nox' }[file.name] ?? 'pytest';
  const lines = file.lines();
  const wanted = {
    'pytest.ini': /^\[pytest\]/,
    'tox.ini': /^\[(tox|testenv)/,
    'noxfile.py': /^\s*(import|from) nox\b/,
  }[file.name];
  const line = wanted === undefined ? 0 : lines.findIndex((text) => wanted.test(text));
  if (line >= 0) file.found(tool, sure, { line: line + 1, value: shown(lines[line] || file.name) });
  const run = lines.findIndex((text) =>
    /^\s+(python -m )?pytest\b|^(commands|deps)\s*=.*\bpytest\b/.test(text),
  );
  if (file.name === 'tox.ini' && run >= 0)
    file.found('pytest', sure, { line: run + 1, value: shown(lines[run]) });
  if (file.name === 'tox.ini' && lines.includes('[pytest]')) {
    file.found('pytest', sure, { line: lines.indexOf('[pytest]') + 1, value: '[pytest]' });
  }
}
