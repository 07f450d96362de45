// How a built program loads its own files: as `require` does, with the code that V8 compiled of them when the same
// command last ended well. The file that is started begins with it, and nothing else knows of it; ARCHITECTURE.md says why
// it is there. V8 believes whatever it is given, so what is kept counts only if it is the user's own, whole (all of it
// stands in the file twice: comparing takes Node less than any checksum) and of these very sources.

import type * as fs from 'node:fs';
import type * as path from 'node:path';
import type * as vm from 'node:vm';
import { openProgram } from './program-sources.js';

/** The compiled code of a source, and what tells that source from another version of it. */
interface Compiled {
  readonly stamp: string;
  readonly code: Buffer;
}

/** In the file: a line with a row for each source, and then the code of each. */
type Row = readonly [source: string, stamp: string, length: number];

type Loaded = Map<string, { readonly stamp: string; readonly script: vm.Script }>;

const wrapper = ['(function (exports, require, module, __filename, __dirname) {', '\n})'] as const;

/**
 * Runs the body of the file that is started, with a `require` that knows the compiled code of all files near it. `word` is
 * the command: what V8 compiled for one is of little use to another. `copy` names the file with all sources, if there is one.
 */
export function runCompiled(
  nodeRequire: NodeJS.Require,
  filename: string,
  word: string | undefined,
  copy: string | undefined,
  body: (exports: object, require: (id: string) => unknown) => void,
): void {
  const { dirname, join }: typeof path = nodeRequire('node:path');
  const program = openProgram(nodeRequire, dirname(filename), copy);
  const exports = {};
  const modules = new Map<string, { exports: object }>([[filename, { exports }]]);
  const loaded: Loaded = new Map();
  let place: string | undefined;
  let kept: Map<string, Compiled> | undefined;
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
    return (id: string) => (id.startsWith('.') ? load(join(near, id)) : nodeRequire(id));
  }

  function scriptOf(source: string): vm.Script {
    const { text, stamp } = program.source(source);
    if (kept === undefined) {
      place = placeFor(nodeRequire, dirname(filename), word ?? '');
      kept = place === undefined ? new Map() : readKept(nodeRequire, place);
    }
    const known = kept.get(source);
    const cachedData = known?.stamp === stamp ? known.code : undefined;
    const { Script }: typeof vm = nodeRequire('node:vm');
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
    if (isNews && isTypical && place !== undefined && program.isThere())
      keep(nodeRequire, place, kept ?? new Map(), loaded);
  });
  body(exports, requireIn(dirname(filename)));
}

/** A command's file: beside the program, or in the user's own cache where the program is somebody else's. */
function placeFor(nodeRequire: NodeJS.Require, folder: string, word: string): string | undefined {
  const { accessSync, constants }: typeof fs = nodeRequire('node:fs');
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

function readKept(nodeRequire: NodeJS.Require, place: string): Map<string, Compiled> {
  const disk: typeof fs = nodeRequire('node:fs');
  const kept = new Map<string, Compiled>();
  // An error for a file that is not there takes longer than looking first.
  if (!disk.existsSync(place)) return kept;
  try {
    const fd = disk.openSync(place, disk.constants.O_RDONLY | (disk.constants.O_NONBLOCK ?? 0));
    const entry = disk.fstatSync(fd);
    const isOwn =
      entry.isFile() && entry.uid === (process.getuid?.() ?? entry.uid) && (entry.mode & 0o022) === 0;
    const whole = isOwn ? disk.readFileSync(fd) : Buffer.alloc(0);
    disk.closeSync(fd);
    const half = whole.subarray(0, whole.length / 2);
    if (!half.equals(whole.subarray(half.length))) return kept;
    let at = half.indexOf('\n') + 1;
    const rows: Row[] = JSON.parse(half.toString('utf8', 0, at));
    for (const [source, stamp, length] of rows) {
      kept.set(source, { stamp, code: half.subarray(at, at + length) });
      at += length;
    }
    return kept;
  } catch {
    return new Map();
  }
}

/** Whoever ran the command notices nothing of this: not a folder that cannot be written to, not a full disk. */
function keep(nodeRequire: NodeJS.Require, place: string, kept: Map<string, Compiled>, loaded: Loaded): void {
  const { existsSync, mkdirSync, renameSync, writeFileSync }: typeof fs = nodeRequire('node:fs');
  const { dirname }: typeof path = nodeRequire('node:path');
  try {
    // What other calls of the same command loaded, and this one did not, stays as long as there is such a source.
    for (const source of kept.keys()) if (!existsSync(source)) kept.delete(source);
    for (const [source, { stamp, script }] of loaded)
      kept.set(source, { stamp, code: script.createCachedData() });
    const rows = [...kept].map(([source, { stamp, code }]): Row => [source, stamp, code.length]);
    const codes = [...kept.values()].map(({ code }) => code);
    const half = Buffer.concat([Buffer.from(`${JSON.stringify(rows)}\n`), ...codes]);
    const unfinished = `${place}.unfinished`;
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, Buffer.concat([half, half]), { mode: 0o600 });
    renameSync(unfinished, place);
  } catch {
    // It is made another time.
  }
}
