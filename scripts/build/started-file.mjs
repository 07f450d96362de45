// The file that is started: it loads the program with the compiled code that is kept of it.

import { join } from 'node:path';
import { build } from 'rolldown';
import { inputOptions, outputOptions } from './options.mjs';

/**
 * `body` is its code, with a `require` of that kind; `word` the place in argv of what tells the program's commands apart,
 * of which `words` are all that there are; `copy` the file with all sources, for a program that has to survive an upgrade.
 */
export async function startedFile({ body, word, words, copy }) {
  const input = copy === undefined ? 'code-cache.ts' : 'program-sources.ts';
  const { output } = await build({
    input: join(import.meta.dirname, input),
    platform: 'node',
    transform: inputOptions.transform,
    output: { ...outputOptions, format: 'iife', name: 'loader' },
    write: false,
  });
  // In parentheses of its own, V8 compiles the body at once instead of looking through it first.
  const inner = `(function (exports, require) {\n${body}\n})`;
  const said = `process.argv[${word}]`;
  const known = words === undefined ? said : `${JSON.stringify(words)}.includes(${said}) ? ${said} : ''`;
  const given = ['process.getBuiltinModule', '__filename', known, inner];
  if (copy !== undefined) given.push(`loader.openProgram(${given[0]}, __dirname, ${JSON.stringify(copy)})`);
  return `#!/usr/bin/env node\n${oldNode}${output[0].code}\nloader.runCompiled(${given.join(', ')});\n`;
}

/**
 * A Node that is too old for the program is told so, in words that it can read. Hosts take exit code 2 for a no, which is what
 * an event that guards needs where nobody can judge it (hosts/guarded.ts has their names).
 */
const oldNode = `var v=process.versions.node.split('.');
if(+v[0]<20||+v[0]===20&&+v[1]<19){
process.stderr.write('This is Node.js '+process.version+' ('+process.execPath+'), and ctx needs 20.19 or later.\\n  -> Install a newer one: your package manager, nvm or nodejs.org has it.\\n');
process.exit(/^(PreToolUse|preToolUse|BeforeTool|tool\\.execute\\.before)$/.test(process.argv[3])?2:1);
}
`;
