// How a built program loads its own files: as `require` does, with the code that V8 compiled of them when the same
// command last ended well. The file that is started begins with it, and nothing else knows of it; ARCHITECTURE.md says why
// it is there. What is kept counts only for these very sources.

import type * as vm from 'node:vm';
import type { BuiltIn, ProgramSources } from './folder-sources.js';
import { type Compiled, type KeptCode, keep, openKept } from './kept-code.js';

type Loaded = Map<string, { readonly stamp: string; readonly script: vm.Script }>;

const wrapper = ['(function (exports, require, module, __filename, __dirname) {', '\n})'] as const;

/**
 * Runs the body of the file that is started, with a `require` that knows the compiled code of all files near it. `word` is
 * the command: what V8 compiled for one is of little use to another.
 */
export function runWithCache(
  builtIn: BuiltIn,
  filename: string,
  word: string | undefined,
  program: ProgramSources,
  body: (exports: object, require: (id: string) => unknown) => void,
): void {
  const { dirname, join } = builtIn('node:path');
  const exports = {};
  const modules = new Map<string, { exports: object }>([[filename, { exports }]]);
  const loaded: Loaded = new Map();
  let place: string | undefined;
  let kept: KeptCode | undefined;
  let isFirst = true;
  let isNews = false;

  function load(source: string): object {
    const known = modules.get(source);
    if (known !== undefined) return known.exports;
    const made = { exports: {} };
    modules.set(source, made);
    const near = dirname(source);
    scriptOf(source).runInThisContext().call(made.exports, made.exports, requireIn(near), made, source, near);
    return made.exports;
  }

  function requireIn(near: string) {
    return (id: string) => {
      const found = id.startsWith('.') ? load(join(near, id)) : builtIn(id);
      if (found === undefined) throw new Error(`${id} is no module of Node`);
      return found;
    };
  }

  function scriptOf(source: string): vm.Script {
    const { text, stamp } = program.source(source);
    if (isFirst) {
      isFirst = false;
      place = placeFor(builtIn, dirname(filename), word ?? '');
      kept = place === undefined ? undefined : openKept(builtIn, place);
    }
    const known = kept?.of(source);
    const cachedData = known?.stamp === stamp ? known.code : undefined;
    const { Script } = builtIn('node:vm');
    const script = new Script(wrapper.join(text), {
      filename: source,
      columnOffset: -wrapper[0].length,
      ...(cachedData && { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true) isNews = true;
    loaded.set(source, { stamp, script });
    return script;
  }

  process.on('exit', (code) => {
    // Of a call that failed, or that asks for help, V8 has seen little of the command.
    const isTypical = code === 0 && !process.argv.includes('--help') && !process.argv.includes('-h');
    if (!isNews || !isTypical || place === undefined || kept === undefined || !program.isThere()) return;
    keep(builtIn, place, kept, () => codesOf(loaded));
  });
  body(exports, requireIn(dirname(filename)));
}

function codesOf(loaded: Loaded): [source: string, Compiled][] {
  return [...loaded].map(([source, { stamp, script }]) => [
    source,
    { stamp, code: script.createCachedData() },
  ]);
}

/** A command's file: beside the program, or in the user's own cache where the program is somebody else's. */
function placeFor(builtIn: BuiltIn, folder: string, word: string): string | undefined {
  const { accessSync, constants } = builtIn('node:fs');
  const { arch, env, execArgv, versions } = process;
  // Flags change what V8 makes of a source, and come from somebody who looks into the program.
  if (execArgv.length > 0 || env['NODE_OPTIONS'] || env['NODE_V8_COVERAGE']) return undefined;
  const command = /^[A-Za-z][A-Za-z-]{0,40}$/.test(word) ? word : 'any';
  const name = `${command}-${arch}-${versions.v8}-${process.getuid?.()}`;
  try {
    accessSync(folder, constants.W_OK);
    return `${folder}/compiled/${name}`;
  } catch {
    const caches = env['XDG_CACHE_HOME'] || (env['HOME'] && `${env['HOME']}/.cache`);
    return caches && `${caches}/ctx/compiled/${folder.replace(/\W+/g, '-').slice(-80)}/${name}`;
  }
}
