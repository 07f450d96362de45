// A part of a program that is started so often that it gets a file of its own, with everything in it that it needs at
// once. What it needs only now and then stays with the program, under a name that the file knows.

import { basename } from 'node:path';
import { rolldown } from 'rolldown';

/** `later` are the modules that it loads on demand: the program's own build has to make a file of each. */
export async function loneFile(module, lone, inputOptions, outputOptions) {
  const later = new Map();
  const leaveOut = requiring((id) => {
    if (lone.includes(id)) return fileOf(id);
    const file = `${basename(module, '.ts')}-${fileOf(id)}`;
    later.set(id, file);
    return file;
  });
  const bundle = await rolldown({ ...inputOptions, input: module, plugins: [leaveOut] });
  const { output } = await bundle.generate({ ...outputOptions, codeSplitting: false });
  await bundle.close();
  const [{ code, modules }] = output;
  return { file: fileOf(module), code, modules, later };
}

/** Makes the program load a lone file by its name, and gives what that file loads later files of their own. */
export function besideLoneFiles(lone) {
  return {
    ...requiring((id) => lone.get(id)?.file),
    buildStart() {
      for (const { later } of lone.values()) {
        for (const [id, fileName] of later) this.emitFile({ type: 'chunk', id, fileName });
      }
    },
  };
}

/** `import()` of what has a file becomes a plain `require`: nothing has to turn one kind of module into the other. */
function requiring(fileFor) {
  const files = new Set();
  return {
    name: 'requiring',
    resolveId: (source) => (files.has(source) ? { id: source, external: true } : undefined),
    transform: {
      filter: { code: /\bimport\(/ },
      async handler(code, id) {
        let changed = code;
        for (const [whole, source] of code.matchAll(/\bimport\('([^']+)'\)/g)) {
          const file = fileFor((await this.resolve(source, id, { skipSelf: true }))?.id);
          if (file === undefined) continue;
          files.add(`./${file}`);
          changed = changed.replace(whole, `Promise.resolve(require('./${file}'))`);
        }
        return changed === code ? undefined : changed;
      },
    },
  };
}

function fileOf(id) {
  return `${basename(id, '.ts')}.cjs`;
}
