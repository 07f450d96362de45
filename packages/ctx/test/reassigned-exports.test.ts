import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder, type ProgramName } from './built.js';
import { reassignedExports } from './reassigned-exports.js';

const builtFiles = (program: ProgramName) =>
  ['.', 'commands', program === 'ctx' ? 'hook' : 'relay'].flatMap((folder) => {
    const path = join(builtFolder(program), folder);
    return readdirSync(path)
      .filter((name) => name.endsWith('.cjs'))
      .map((name) => join(path, name));
  });

it.each(['ctx', 'ctxctl'] as const)('no export in a built file of %s is given another value', (program) => {
  const files = builtFiles(program).map((file) => readFileSync(file, 'utf8'));
  expect(files.join('').split('exports.').length).toBeGreaterThan(100);
  expect(files.flatMap(reassignedExports)).toEqual([]);
});

const file = (body: string) => `(function (exports, require) {${body}})`;

it.each([
  ['by a function', 'let a=1;function set(){a=2}exports.x=a'],
  ['after the export', 'let a=1;exports.x=a;a=2'],
  ['by a class', 'class A{}function set(){A=null}exports.x=A'],
  ['by counting', 'let a=1;const next=()=>a++;exports.x=a'],
  ['by taking apart', 'let a=1;const set=(o)=>{({a}=o)};exports.x=a'],
  ['by the rest of a list', 'let a=1;const set=(l)=>{[,...a]=l};exports.x=a'],
  ['in a loop', 'let a=1;const set=(l)=>{for(a of l);};exports.x=a'],
  ['where it is not set yet', 'let a;const make=()=>a??=1;exports.x=a'],
])('an export that is given another value %s is found', (_how, body) => {
  expect(reassignedExports(file(body))).toEqual(['x']);
});

it.each([
  ['is set before it is exported', 'let a;a=1;exports.x=a'],
  ['shares its name with a variable of a function', 'const a=1;function f(a){a=2}exports.x=a'],
  ['has a member that changes', 'const a={};const set=()=>{a.b=1};exports.x=a'],
])('an export that %s stays', (_what, body) => {
  expect(reassignedExports(file(body))).toEqual([]);
});
