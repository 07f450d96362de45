// A program that hosts start all the time and wait for: a few files, each with all that one step of most answers needs, and
// one for each thing that few do. It shares no file with the commands.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { importGraph } from './import-graph.mjs';
import { asFunction, inAscii, inputOptions, outputOptions } from './options.mjs';
import { startedFile } from './started-file.mjs';

/** The modules that went into it. `files` says which module begins a file; what an earlier one holds, a later one does not. */
export async function buildHook({ packageFolder, name, files, dist }) {
  const source = `${name}-main.ts`;
  const graph = importGraph();
  const begins = Object.entries({ [name]: source, ...files });
  const groups = begins.map(([file, module], place) => {
    const begin = join(packageFolder, 'src', module);
    return { name: file, test: (id) => graph.loads(begin, id), priority: begins.length - place };
  });
  // Else rolldown puts its own functions, which every event needs, into the file with this package.
  groups.push({ name: 'saxes', test: /\/node_modules\/(saxes|xmlchars)\//, priority: 0 });
  const input = { [name]: join(packageFolder, 'src', source) };
  const { output } = await build({
    ...inputOptions,
    input,
    plugins: [graph.plugin],
    output: { ...outputOptions, chunkFileNames: `${name}/[name].cjs`, codeSplitting: { groups } },
    write: false,
  });
  mkdirSync(join(dist, name));
  for (const { fileName, isEntry, code } of withoutRuntime(output)) {
    const whole = isEntry ? await startedFile({ body: inAscii(code), word: 3 }) : asFunction(code);
    writeFileSync(join(dist, fileName), whole, { mode: isEntry ? 0o755 : 0o644 });
  }
  return output;
}

/** The bundler's own few lines go into each file that wants them: a file of their own costs an event a quarter of a millisecond. */
function withoutRuntime(output) {
  const isRuntime = ({ fileName }) => fileName.endsWith('/rolldown-runtime.cjs');
  const runtime = `((exports)=>{${output.find(isRuntime)?.code}return exports})({})`;
  return output
    .filter((file) => !isRuntime(file))
    .map(({ fileName, isEntry, code }) => {
      return { fileName, isEntry, code: code.replace('require("./rolldown-runtime.cjs")', runtime) };
    });
}
