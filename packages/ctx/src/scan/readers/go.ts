// go.mod and go.work, line by line as their grammar has it.

import { type OpenFile, sign, sure } from '../reader.js';
import { goPackage, goProgram } from '../silent-signs.js';
import { goModules } from '../tables/go.js';

export function goMod(file: OpenFile) {
  const directives = directivesOf(file);
  const module = directives.find(({ verb }) => verb === 'module');
  if (module === undefined) return file.text() === undefined ? undefined : file.note('it names no module');
  file.package(module.rest, goModules);
  file.found('go', sure, { line: module.line, value: `module ${module.rest}` });
  file.found('go-modules', sure, { line: module.line, value: `module ${module.rest}` });
  for (const { verb, rest, line } of directives) {
    // What is only there because something else needs it is not the project's own choice.
    if (verb !== 'require' || rest.includes('// indirect')) continue;
    const [path = ''] = rest.split(/\s+/);
    file.dependency(goModules, path.replace(/\/v\d+$/, ''), sure, { line, value: rest });
  }
}

/** All files of a folder belong to one package: at the top, `main` is a program and any other is for import. */
export function goFile(file: OpenFile) {
  const lines = (file.head() ?? '').split('\n');
  const line = lines.findIndex((text) => /^package \w+/.test(text));
  if (line === -1) return;
  const name = /^package (\w+)/.exec(lines[line] ?? '')?.[1] ?? '';
  file.found(name === 'main' ? goProgram : goPackage, sure, { line: line + 1, value: `package ${name}` });
}

export function goWork(file: OpenFile) {
  const uses = directivesOf(file).filter(({ verb }) => verb === 'use');
  for (const { rest, line } of uses) file.found('go-workspace', sure, { line, value: rest });
  const [first, second] = uses;
  if (first !== undefined && second !== undefined) {
    file.found('monorepo', sign, { line: first.line, value: uses.map(({ rest }) => rest).join(' ') });
  }
}

interface Directive {
  readonly verb: string;
  readonly rest: string;
  readonly line: number;
}

/** `require (` opens a block whose lines carry the same verb. */
function directivesOf(file: OpenFile): Directive[] {
  const found: Directive[] = [];
  let block: string | undefined;
  for (const [i, raw] of file.lines().entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('//')) continue;
    if (block !== undefined) {
      if (line === ')') block = undefined;
      else found.push({ verb: block, rest: line, line: i + 1 });
      continue;
    }
    const [verb = '', ...rest] = line.split(/\s+/);
    if (rest[0] === '(' || verb.endsWith('(')) block = verb.replace('(', '');
    else found.push({ verb, rest: rest.join(' ').replace(/^"|"$/g, ''), line: i + 1 });
  }
  return found;
}
