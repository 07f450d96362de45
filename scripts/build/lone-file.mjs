// A part of a program that is started so often that it gets a file of its own, with everything in it that it needs at
// once. What it needs only now and then stays with the program, under a name that the file knows.

import { basename } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeTheProgram } from './code-cache.mjs';

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
    // Only where a hook begins: the program itself has its own copy of the rest.
    ...requiring((id) => (id?.includes('/src/commands/hook-') ? lone.get(id)?.file : undefined)),
    buildStart() {
      for (const { later } of lone.values()) {
        for (const [id, fileName] of later) this.emitFile({ type: 'chunk', id, fileName });
      }
    },
  };
}

/**
 * Hosts start `ctx hook` for every event, and wait for it. It goes on in its own file before the rest of the program is
 * run, unless somebody asks the program about it.
 */
export function shortWay(programFile) {
  const way = [
    'const [word, ...rest] = process.argv.slice(2);',
    'if (word === "hook" && !rest.some((one) => /^(-h$|--help|--output-format|--envelope-version)/.test(one))) {',
    '  require("./hook-process.cjs").runHookProcess(rest);',
    '  return;',
    '}',
  ].join(' ');
  // A block of its own, so that no name of it meets one of the program's.
  beforeTheProgram(programFile, `{ ${way} }`);
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
