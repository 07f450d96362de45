// What a repository is for: what its packages are, as far as they speak for the whole.

import type { Sighting } from './found-technology.js';
import { folderOf, isAside, isAuxiliary, isTrial, packageOf } from './packages.js';
import { isInstead, projectTypes } from './project-type.js';
import { sign, weak } from './reader.js';
import { goPackage, goProgram } from './silent-signs.js';
import type { Technologies } from './technology.js';

/** Kinds of things that people start or build on. Other kinds say how a repository is kept, or what it is about. */
const products: ReadonlySet<string> = new Set([
  'cli-tool',
  'desktop-app',
  'library',
  'mobile-app',
  'web-app',
  'web-service',
]);

/** Whatever its place, deeper than this a package is a part of another one. */
const deepest = 2;

/** All sightings but the kinds of project that say nothing about the whole, and the kinds that can be concluded. */
export function withWholeTypes(
  sightings: readonly Sighting[],
  packages: ReadonlyMap<string, unknown>,
  known: Technologies,
): Sighting[] {
  const owner = packageOf(packages);
  const groups = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const folder = owner(folderOf(sighting.evidence.file));
    const group = groups.get(folder);
    if (group === undefined) groups.set(folder, [sighting]);
    else group.push(sighting);
  }
  const isType = ({ name }: Sighting) => known.categoryOf(name) === 'project_type';
  const typesOf = (group: readonly Sighting[]) => [
    ...group.filter(
      (sighting) =>
        isType(sighting) &&
        !(
          sighting.declared === true &&
          (isInstead(sighting.name, group) || isOfLibrary(sighting.name, group))
        ),
    ),
    ...projectTypes(group),
  ];
  const top = typesOf([...(groups.get('') ?? []), ...goLibrary(sightings), ...goCommand(sightings, known)]);
  const atTop = new Set(
    packages.has('') ? top.filter(({ confidence }) => confidence > weak).map(({ name }) => name) : [],
  );
  const below = [...groups].flatMap(([folder, group]) =>
    folder === ''
      ? []
      : typesOf(group).filter((type) => speaksForAll(type.name, folder, atTop, packages.has(''))),
  );
  const others = sightings.filter((sighting) => !isType(sighting));
  const types = [...top.filter(({ name, evidence }) => isOfTop(name, evidence.file)), ...below];
  // What has no name only leads into another package.
  const named = [...packages].flatMap(([folder, name]) =>
    folder !== '' && name !== undefined ? [folder] : [],
  );
  const several = named.some((folder) => !isAside(`${folder}/`) && !isTrial(`${folder}/`));
  const besideCrate = packages.get('') === undefined || named.some(isMember);
  const product = types.some(({ name, confidence }) => products.has(name) && confidence > weak);
  return [
    ...others,
    ...types.filter(
      ({ name, confidence, evidence }) =>
        // What is only published, beside what is started, is a part of it.
        !(name === 'library' && confidence === weak && product) &&
        // A workspace of one package is none.
        (name !== 'monorepo' ||
          (evidence.file === 'Cargo.toml' ? besideCrate : several || !namesMembers.test(evidence.file))),
    ),
  ];
}

/** What a library needs to read options is for a program beside it. */
function isOfLibrary(kind: string, group: readonly Sighting[]): boolean {
  return kind === 'cli-tool' && group.some(({ name }) => name === goPackage);
}

/** Workspaces whose members have names. */
const namesMembers = /(package|lerna)\.json$|pnpm-workspace\.yaml$/;

/** Whether a crate beside the one at the top is there for itself, and not to build, test, show or describe it. */
function isMember(folder: string): boolean {
  const inside = `${folder}/`;
  return (
    !isAside(inside) &&
    !isTrial(inside) &&
    !isAuxiliary(inside) &&
    !/(^|[-_/])(macros?|derive|impl|codegen|website|site|www)$/.test(folder)
  );
}

/** Go code at the top that is no program is there to be imported, and so is a module without any program. */
function goLibrary(sightings: readonly Sighting[]): Sighting[] {
  const offered = sightings.find(({ name }) => name === goPackage);
  const programs = sightings.filter(({ name }) => name === goProgram);
  if (offered !== undefined && !programs.some(({ evidence }) => evidence.value === 'package main'))
    return [{ name: 'library', confidence: sign, evidence: offered.evidence }];
  const module = goModule(sightings);
  const written = sightings.some(({ name, evidence }) => name === 'go' && evidence.key === '*.go');
  if (module === undefined || !written || programs.length > 0) return [];
  return [{ name: 'library', confidence: sign, evidence: module.evidence }];
}

function goModule(sightings: readonly Sighting[]): Sighting | undefined {
  return sightings.find(({ name, evidence }) => name === 'go-modules' && evidence.file === 'go.mod');
}

/** A Go program at the top that others can install, and that needs neither a server nor a store, is there to be called. */
function goCommand(sightings: readonly Sighting[], known: Technologies): Sighting[] {
  const program = sightings.find(
    ({ name, evidence }) => name === goProgram && evidence.value === 'package main',
  );
  if (program === undefined || !canBeInstalled(sightings)) return [];
  if (projectTypes(sightings).some(({ name }) => name === 'web-service')) return [];
  const serves = ({ name, declared }: Sighting) =>
    declared === true && (serverSigns.has(name) || known.categoryOf(name) === 'data_store');
  return sightings.some(serves) ? [] : [{ name: 'cli-tool', confidence: sign, evidence: program.evidence }];
}

/** `go install` takes no module whose path begins without a dot, as an exercise's or an experiment's often does. */
function canBeInstalled(sightings: readonly Sighting[]): boolean {
  const module = goModule(sightings);
  return module === undefined || /^module [^/]*\./.test(module.evidence.value ?? '');
}

const serverSigns: ReadonlySet<string> = new Set(
  'web-service grpc prometheus opentelemetry kubernetes jwt terraform'.split(' '),
);

/** Whether a kind that belongs to no package below the top is the top's: a script for the build is nobody's product. */
function isOfTop(kind: string, file: string): boolean {
  return !products.has(kind) || !isAuxiliary(file);
}

/** Whether what a package below the top is makes the repository one. */
function speaksForAll(kind: string, folder: string, atTop: ReadonlySet<string>, isPackage: boolean): boolean {
  const depth = folder.split('/').length;
  if (kind === 'monorepo') return !isPackage && depth <= deepest && !isAuxiliary(`${folder}/`);
  if (!products.has(kind)) return true;
  if (isAuxiliary(`${folder}/`)) return false;
  if (kind === 'web-app' && /(^|\/)(www|website|site)$/.test(folder)) return atTop.has('web-service');
  const product = [...atTop].some((name) => products.has(name));
  if (!product) return true;
  // Inner packages split up a product; a page or a service beside it is one of its own.
  if (kind === 'library') return false;
  if (kind === 'cli-tool')
    return !['library', 'desktop-app', 'mobile-app', 'web-app', 'web-service'].some((name) =>
      atTop.has(name),
    );
  return depth <= deepest && !(atTop.has('library') && !/^apps\//.test(folder));
}
