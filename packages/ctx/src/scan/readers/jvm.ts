// Maven, Gradle and sbt: coordinates of dependencies, plugins, modules.

import { isMembers } from '../../protocol/members.js';
import { withoutBlockComments } from '../comments.js';
import { development, type OpenFile, sign, sure, weak } from '../reader.js';
import { field, lineThat, membersOf, shortLine, shown, textOf } from '../shape.js';
import { springWithoutWeb } from '../silent-signs.js';
import { gradlePlugins, mavenArtifacts } from '../tables/jvm.js';
import type { Element } from '../xml.js';

export async function maven(file: OpenFile) {
  const source = file.text();
  if (source === undefined) return;
  const { elementsOf } = await import('../xml.js');
  const elements = elementsOf(source);
  if (elements?.[0]?.path !== 'project') return file.note('not a Maven project');
  const name = elements.find(({ path }) => path === 'project/artifactId')?.text.trim();
  servesNothing(file, source);
  file.package(name);
  file.found('java', sure, { line: elements[0].line, value: shown(name ?? file.name) });
  file.found('maven', sure, { line: elements[0].line, value: shown(name ?? file.name) });
  for (const parts of grouped(
    elements,
    /^project\/((profiles\/profile\/)?dependencies\/dependency|parent|(profiles\/profile\/)?build\/(pluginManagement\/)?plugins\/plugin|dependencyManagement\/dependencies\/dependency)$/,
  )) {
    // Maven's own plugins need no group.
    const group = parts.of('groupId') || 'org.apache.maven.plugins';
    const coordinate = `${group}:${parts.of('artifactId')}`;
    const confidence = parts.of('scope') === 'test' ? development : sure;
    file.dependency(mavenArtifacts, coordinate, confidence, { line: parts.line, value: coordinate });
    if (
      /^(central-publishing-maven-plugin|nexus-staging-maven-plugin|maven-gpg-plugin)$/.test(
        parts.of('artifactId'),
      )
    )
      file.found('library', weak, { line: parts.line, value: coordinate });
    if (parts.of('artifactId') === 'kotlin-maven-plugin')
      file.found('kotlin', sure, { line: parts.line, value: coordinate });
  }
  // Maven Central takes nothing without these two, and hardly anything else has both.
  const licensed = elements.find(({ path }) => path === 'project/licenses');
  if (licensed !== undefined && elements.some(({ path }) => path === 'project/scm'))
    file.found('library', weak, { line: licensed.line, value: 'licenses' });
  const packaging = elements.find(({ path }) => path === 'project/packaging');
  if (packaging?.text.trim() === 'war')
    file.found('web-service', sign, { line: packaging.line, value: 'war' });
  const modules = elements.filter(({ path }) => path === 'project/modules/module');
  const [first] = modules;
  if (first === undefined) return;
  const place = { line: first.line, value: shown(modules.map((module) => module.text.trim()).join(' ')) };
  file.found('maven-multi-module', sure, place);
  if (modules.length > 1) file.found('monorepo', sure, place);
}

/** Pages that Maven builds beside the API's. */
export function mavenSite(file: OpenFile) {
  const at = lineThat(/<(project|site)\b/, file.lines());
  if (at !== undefined) file.found('documentation-site', sign, at);
}

/** The children of each element with this path, by name. */
function grouped(elements: readonly Element[], path: RegExp) {
  const groups: { line: number; of: (name: string) => string }[] = [];
  let children: Map<string, string> | undefined;
  let parent = '';
  for (const element of elements) {
    if (path.test(element.path)) {
      const own = new Map<string, string>();
      children = own;
      parent = element.path;
      groups.push({ line: element.line, of: (name) => own.get(name) ?? '' });
    } else if (children !== undefined && element.path.startsWith(`${parent}/`)) {
      const name = element.path.slice(parent.length + 1);
      if (!name.includes('/')) children.set(name, element.text.trim());
    }
  }
  return groups;
}

/** Spring Boot starts programs of any kind: batches, listeners, commands. */
function servesNothing(file: OpenFile, source: string) {
  const line = source
    .split('\n')
    .findIndex((text) => /org\.springframework\.boot|spring-boot-starter/.test(text));
  if (line === -1 || !/spring-boot-starter-(?!parent|test)/.test(source) || serving.test(source)) return;
  file.found(springWithoutWeb, sure, { line: line + 1, value: 'spring-boot' });
}

const serving =
  /spring-boot-starter-(web|graphql|rsocket|jersey|data-rest|hateoas|thymeleaf|freemarker|mustache|undertow|tomcat|jetty|actuator|oauth2-authorization)|spring-cloud-starter-gateway|spring-web|springdoc|\bimplementation\s*\(?\s*(libs|project)\b/;

export function gradle(file: OpenFile) {
  const lines = linesWithoutComments(file);
  if (lines === undefined) return;
  servesNothing(file, lines.join('\n'));
  file.package(undefined);
  file.found('gradle', sure, { line: 1, value: file.name });
  for (const [i, line] of lines.entries()) {
    const place = { line: i + 1, value: shown(line) };
    const coordinate =
      /^\s*(\w+)\s*(?:\(\s*)?(?:platform\s*\(\s*)?(['"])([\w.-]+:[\w.-]+)(?::[^'"]*)?\2/.exec(line);
    if (coordinate !== null) {
      const dev = /^(test|androidTest|debug)/.test(coordinate[1] ?? '') ? development : sure;
      file.dependency(mavenArtifacts, coordinate[3] ?? '', dev, place);
    }
    const plugin = /^\s*(?:id|apply plugin:)\s*(?:\(\s*)?(['"])([\w.-]+)\1/.exec(line)?.[2];
    if (
      plugin !== undefined &&
      /^(com\.vanniktech\.maven\.publish|maven-publish|com\.gradleup\.nmcp)$/.test(plugin)
    )
      file.found('library', weak, place);
    if (/^\s*(`maven-publish`|signing)\s*$/.test(line)) file.found('library', weak, place);
    if (/\buseJUnitPlatform\b/.test(line)) file.found('junit', sure, place);
    const named = /^\s*['"]?\w+['"]?\s*:\s*(['"])([\w.-]+:[\w.-]+):[^'"]+\1/.exec(line)?.[2];
    if (named !== undefined) file.dependency(mavenArtifacts, named, sign, place);
    if (plugin !== undefined) file.dependency(gradlePlugins, plugin, sure, place);
    if (
      plugin === 'java' ||
      plugin === 'java-library' ||
      /^\s*(java|`java-library`|application)\s*$/.test(line)
    ) {
      file.found('java', sign, place);
    }
    if (/^\s*kotlin\s*\(\s*"(jvm|android|multiplatform)"\s*\)/.test(line)) file.found('kotlin', sure, place);
  }
}

export function gradleSettings(file: OpenFile) {
  const lines = linesWithoutComments(file) ?? [];
  const line = lines.findIndex((text) => /^\s*include\s*(\(?\s*['"]|\(\s*$)/.test(text));
  if (line === -1) return;
  // An app beside the build is one project; two are several.
  const listed =
    lines
      .slice(line)
      .join(' ')
      .match(/(['"]):?[\w:.-]+\1/g) ?? [];
  if (listed.length < 2) return;
  const place = { line: line + 1, value: shown(lines[line]) };
  file.found('gradle-multi-project', sure, place);
  // Beside its benchmarks and samples, one module is one project.
  if (listed.filter((name) => !/bench|test|sample|example/i.test(name)).length < 2) return;
  // The Android half of a Flutter or React Native app is no project of its own.
  if (!/(^|\/)android$/.test(file.folder)) file.found('monorepo', sign, place);
}

/** A version catalog: the coordinates of the whole build in one TOML file. */
export async function gradleCatalog(file: OpenFile) {
  const document = await file.toml();
  if (!isMembers(document)) return;
  for (const [name, library] of Object.entries(membersOf(document['libraries']))) {
    const module = textOf(library)?.split(':').slice(0, 2).join(':') ?? textOf(field(library, 'module'));
    const coordinate = module ?? `${textOf(field(library, 'group'))}:${textOf(field(library, 'name'))}`;
    file.dependency(mavenArtifacts, coordinate, sign, { key: `libraries.${name}`, value: coordinate });
  }
  for (const [name, plugin] of Object.entries(membersOf(document['plugins']))) {
    const id = textOf(field(plugin, 'id')) ?? '';
    file.dependency(gradlePlugins, id, sign, { key: `plugins.${name}`, value: id });
  }
}

function linesWithoutComments(file: OpenFile): string[] | undefined {
  const source = file.text();
  if (source === undefined) return undefined;
  const lines = withoutBlockComments(source).split('\n');
  return lines.map((line) => (/^\s*\/\//.test(line) ? '' : shortLine(line)));
}

/** sbt: `"com.typesafe.akka" %% "akka-actor" % version`. */
export function sbt(file: OpenFile) {
  for (const [i, line] of (linesWithoutComments(file) ?? []).entries()) {
    const place = { line: i + 1, value: shown(line) };
    for (const [, group, artifact] of line.matchAll(/"([\w.-]+)"\s*%{1,3}\s*"([\w.-]+)"/g)) {
      const dev = /%\s*(Test|"test")/.test(line) ? development : sure;
      file.dependency(mavenArtifacts, `${group}:${artifact}`, dev, place);
    }
  }
}
