// A program that hosts start all the time and wait for: a file that finds out whether there is anything to answer, one
// with all that nearly every answer needs, and one for each thing that few do. It shares no file with the commands.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { importGraph } from './import-graph.mjs';
import { asFunction, inAscii, inputOptions, outputOptions } from './options.mjs';
import { startedFile } from './started-file.mjs';

/** The modules that went into it. */
export async function buildHook({ packageFolder, name, start, answer, parts = {}, dist }) {
  const source = join(packageFolder, 'src', `${name}-main.ts`);
  const starting = start && join(packageFolder, 'src', start);
  const answering = join(packageFolder, 'src', answer);
  const graph = importGraph();
  const atOnce = (start, id) => graph.reachableFrom(start).has(id);
  const bundle = await rolldown({ ...inputOptions, input: { [name]: source }, plugins: [graph.plugin] });
  const { output } = await bundle.generate({
    ...outputOptions,
    chunkFileNames: `${name}/[name].cjs`,
    codeSplitting: {
      groups: [
        { name, test: (id) => atOnce(source, id), priority: 3 },
        ...(starting ? [{ name: 'start', test: (id) => atOnce(starting, id), priority: 2 }] : []),
        { name: 'answer', test: (id) => atOnce(answering, id), priority: 1 },
        // What belongs together and few events need: one file is faster than several.
        ...Object.entries(parts).map(([part, file]) => {
          const entry = join(packageFolder, 'src', file);
          return { name: part, test: (id) => atOnce(entry, id), priority: 0.5 };
        }),
        { name: 'policy', test: (id) => id.includes('/src/policy/') },
        // Else rolldown puts its own functions, which every event needs, into the file with this package.
        { name: 'saxes', test: /\/node_modules\/(saxes|xmlchars)\// },
      ],
    },
  });
  await bundle.close();
  mkdirSync(join(dist, name));
  const [shared, files] = withoutShared(output);
  for (const { fileName, isEntry, code: given } of files) {
    const code = given.replace('require("./rolldown-runtime.cjs")', shared);
    const whole = isEntry ? await startedFile({ body: inAscii(code), word: 3 }) : asFunction(code);
    writeFileSync(join(dist, fileName), whole, { mode: isEntry ? 0o755 : 0o644 });
  }
  return output;
}

/** The bundler's own few lines go into each file that wants them: a file of their own costs an event a quarter of a millisecond. */
function withoutShared(output) {
  const isShared = ({ fileName }) => fileName.endsWith('/rolldown-runtime.cjs');
  const code = output.find(isShared)?.code ?? '';
  return [`((exports)=>{${code}return exports})({})`, output.filter((file) => !isShared(file))];
}
