// How a built program loads its own files: as `require` does, with the code that V8 compiled of them when the same command
// ended well before. V8 runs whatever it is given, so kept code counts only if it is the user's own, of this very source
// and undamaged: it stands in its file twice, which Node compares faster than it computes any checksum. Every event of a host
// waits for all of this, so it calls few functions of Node: the first call of each has to compile it.

import type * as fs from 'node:fs';
import type * as vm from 'node:vm';
import type { BuiltIn, ProgramSources, Source } from './program-sources.js';

/** V8 compiles what a call runs, and calls differ: so many of them add to what is kept, and one a day after that. */
const learningCalls = 4;

/**
 * Runs the body of the file that is started, with a `require` that knows the compiled code of all files near it: functions
 * of `exports`, `require` and `__dirname`. `word` is the command: what V8 compiled for one is of little use to another. Calls
 * without one, prompts and mistyped commands, share what they know.
 */
export function runCompiled(
  builtIn: BuiltIn,
  filename: string,
  word: string | undefined,
  body: (exports: object, require: (id: string) => unknown) => void,
  sources: ProgramSources = { isThere: () => true, read: (path) => readSource(builtIn('node:fs'), path) },
): void {
  const disk = builtIn('node:fs');
  const { dirname, sep } = builtIn('node:path');
  const folder = dirname(filename);
  const modules = new Map<string, object>([[filename, {}]]);
  const fresh = new Map<string, () => Buffer>();
  const cache = cacheFolder(disk, folder, word ?? '');

  function load(path: string): object {
    const known = modules.get(path);
    if (known !== undefined) return known;
    const [exports, near] = [{}, dirname(path)];
    modules.set(path, exports);
    compile(path).runInThisContext().call(exports, exports, requireIn(near), near);
    return exports;
  }

  /** The build writes `./name`, `./folder/name` and `../name`, or a name of Node's. */
  const requireIn = (near: string) => (id: string) => {
    const place = id.startsWith('../') ? dirname(near) + id.slice(2) : near + id.slice(1);
    const found = id.startsWith('.') ? load(sep === '/' ? place : place.replaceAll('/', sep)) : builtIn(id);
    if (found === undefined) throw new Error(`${id} is no module of Node`);
    return found;
  };

  function compile(path: string): vm.Script {
    const { text, stamp } = sources.read(path);
    const name = encodeURIComponent(path.slice(folder.length + 1));
    const kept = cache === '' ? undefined : keptCode(disk, `${cache}/${name}`, stamp);
    const script = new (builtIn('node:vm').Script)(text, { filename: path, cachedData: kept?.code });
    if (kept?.isSettled === true && script.cachedDataRejected !== true) return script;
    if (fresh.size === 0) process.on('exit', keepFresh);
    fresh.set(name, () => Buffer.concat([header(stamp, kept?.calls ?? 0), script.createCachedData()]));
    return script;
  }

  function keepFresh(code: number): void {
    // Of a call that failed, or that asks for help, V8 has seen little of the command. What is no command fails.
    const isTypical =
      (code === 0 || !word) && !process.argv.includes('--help') && !process.argv.includes('-h');
    if (isTypical && cache !== '' && sources.isThere()) keep(disk, folder, cache, fresh);
  }

  body(load(filename), requireIn(folder));
}

/** What the build writes has one-byte characters alone. */
export function readSource(disk: typeof fs, path: string): Source {
  const { bytes, stats } = readWhole(disk, path);
  return { text: oneByteText.call(bytes), stamp: `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}` };
}

function readWhole(disk: typeof fs, path: string): { bytes: Uint8Array; stats: fs.Stats } {
  const opened = disk.openSync(path, disk.constants.O_RDONLY | (disk.constants.O_NONBLOCK ?? 0));
  try {
    const stats = disk.fstatSync(opened);
    const bytes = new Uint8Array(stats.size);
    // An empty file is what a power cut leaves of one that was written just before.
    if (stats.size > 0 && disk.readSync(opened, bytes) === stats.size) return { bytes, stats };
    throw Object.assign(new Error(`${path} is not whole`), { code: 'ENODATA', path });
  } finally {
    disk.closeSync(opened);
  }
}

/** What a buffer's `toString('latin1')` calls, without the way there. */
const oneByteText: (this: Uint8Array) => string = Reflect.get(Buffer.prototype, 'latin1Slice');

/** A command's folder: beside the program, in the user's own cache where the program is somebody else's, '' for none. */
function cacheFolder(disk: typeof fs, folder: string, word: string): string {
  const { arch, env, execArgv, versions } = process;
  // Flags change what V8 makes of a source, and come from somebody who looks into the program.
  if (execArgv.length > 0 || env['NODE_OPTIONS'] || env['NODE_V8_COVERAGE']) return '';
  // Where hosts name an event, anything may stand.
  const isName = word !== '' && word.length <= 40 && [...word].every((sign) => nameSigns.includes(sign));
  const name = `${isName ? word : 'any'}-${arch}-${versions.v8}-${process.getuid?.()}`;
  try {
    disk.accessSync(folder, disk.constants.W_OK);
    return `${folder}/compiled/${name}`;
  } catch {
    const caches = env['XDG_CACHE_HOME'] || (env['HOME'] && `${env['HOME']}/.cache`);
    return caches ? `${caches}/ctx/compiled/${encodeURIComponent(folder).slice(-200)}/${name}` : '';
  }
}

const nameSigns = '-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Of one length, so that the code after it lies where V8 can read it without copying it first. `calls` came before this one. */
const headBytes = 64;
const header = (stamp: string, calls: number) =>
  Buffer.from(`${`${stamp} `.padEnd(headBytes - 1)}${Math.min(calls + 1, learningCalls)}`);

function keptCode(disk: typeof fs, file: string, stamp: string) {
  try {
    const { bytes, stats } = readWhole(disk, file);
    const { mode, mtimeMs, size, uid } = stats;
    const isOwn = uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
    const half = new Uint8Array(bytes.buffer, 0, size >> 1);
    const other = new Uint8Array(bytes.buffer, size >> 1);
    const head = oneByteText.call(new Uint8Array(bytes.buffer, 0, headBytes));
    if (!isOwn || !head.startsWith(`${stamp} `) || Buffer.compare(half, other) !== 0) return undefined;
    const calls = Number(head[headBytes - 1]);
    const isSettled = calls === learningCalls && Date.now() - mtimeMs < 86_400_000;
    return { code: half.subarray(headBytes), calls, isSettled };
  } catch {
    return undefined;
  }
}

/** Whoever ran the command notices nothing of this: not a folder that cannot be written to, not a full disk. */
function keep(disk: typeof fs, folder: string, cache: string, fresh: Map<string, () => Buffer>): void {
  try {
    disk.mkdirSync(cache, { recursive: true, mode: 0o700 });
    for (const [name, code] of fresh) {
      const half = code();
      const unfinished = `${cache}/${name}.${process.pid}`;
      disk.writeFileSync(unfinished, Buffer.concat([half, half]), { mode: 0o600 });
      disk.renameSync(unfinished, `${cache}/${name}`);
    }
    // An older version of the program may have left some, and a call that was killed here.
    for (const name of disk.readdirSync(cache))
      if (!disk.existsSync(`${folder}/${decodeURIComponent(name)}`)) disk.rmSync(`${cache}/${name}`);
  } catch {
    // It is made another time.
  }
}
