// A part of a program that is started so often that it gets a file of its own, with everything in it that it needs at
// once. What it needs only now and then is such a file too: none of them loads anything of the program itself.

import { basename } from 'node:path';
import { rolldown } from 'rolldown';

/** What a file of `whole` loads on demand, and nobody else, stands in it, too. */
export async function loneFile(module, { loads, whole }, inputOptions, outputOptions) {
  const others = requiring((id) => {
    if (loads.includes(id)) return fileOf(id);
    if (whole.includes(module)) return undefined;
    throw new Error(`${module} loads ${id}, which has to be in short-way.json then`);
  });
  const bundle = await rolldown({ ...inputOptions, input: module, plugins: [others] });
  const { output } = await bundle.generate({ ...outputOptions, codeSplitting: false });
  await bundle.close();
  const [{ code, modules }] = output;
  return { file: fileOf(module), code: inAscii(code), modules };
}

/** Makes the program load a lone file by its name. Only commands: of the rest, it has its own copy. */
export function besideLoneFiles(lone) {
  return requiring((id) => (id.includes('/src/commands/') ? lone.get(id)?.file : undefined));
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
          const found = await this.resolve(source, id, { skipSelf: true });
          const file = found === null || found.external ? undefined : fileFor(found.id);
          if (file === undefined) continue;
          files.add(`./${file}`);
          changed = changed.replace(whole, `Promise.resolve(require('./${file}'))`);
        }
        return changed === code ? undefined : changed;
      },
    },
  };
}

/** V8 keeps a text of one-byte characters in half the room. Escapes mean the same everywhere but in a raw text. */
export function inAscii(code) {
  if (/String\.raw`[^`]*[^\0-\x7f`]/.test(code)) return code;
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function fileOf(id) {
  return `${basename(id, '.ts')}.cjs`;
}
