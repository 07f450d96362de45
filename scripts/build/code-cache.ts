// How a built program loads its own files: as `require` does, with the code that V8 compiled of them when the same
// command last ended well. V8 runs whatever it is given, so kept code counts only if it is the user's own, of this very
// source and undamaged: it stands in its file twice, which Node compares faster than it computes any checksum.

import type * as vm from 'node:vm';

/** Node's modules, as `process.getBuiltinModule` gives them: its `require` takes a start 0.1 ms longer. */
export type BuiltIn = typeof process.getBuiltinModule;

/** A text, and what tells it from another version of it. */
export type Source = { readonly text: string; readonly stamp: string };

export interface ProgramSources {
  /** Whether the folder still holds the program that was started. */
  isThere(): boolean;
  read(path: string): Source;
}

const wrapper = ['(function (exports, require, module, __filename, __dirname) {', '\n})'] as const;

/**
 * Runs the body of the file that is started, with a `require` that knows the compiled code of all files near it. `word` is
 * the command: what V8 compiled for one is of little use to another.
 */
export function runCompiled(
  builtIn: BuiltIn,
  filename: string,
  word: string | undefined,
  body: (exports: object, require: (id: string) => unknown) => void,
  sources: ProgramSources = { isThere: () => true, read: (path) => readSource(builtIn, path) },
): void {
  const { dirname, join } = builtIn('node:path');
  const folder = dirname(filename);
  const modules = new Map<string, { exports: object }>([[filename, { exports: {} }]]);
  const fresh = new Map<string, () => Buffer>();
  let cache: string | undefined;

  function load(path: string): object {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const made = { exports: {} };
    modules.set(path, made);
    const near = dirname(path);
    compile(path).runInThisContext().call(made.exports, made.exports, requireIn(near), made, path, near);
    return made.exports;
  }

  const requireIn = (near: string) => (id: string) => {
    const found = id.startsWith('.') ? load(join(near, id)) : builtIn(id);
    if (found === undefined) throw new Error(`${id} is no module of Node`);
    return found;
  };

  function compile(path: string): vm.Script {
    const { text, stamp } = sources.read(path);
    cache ??= cacheFolder(builtIn, folder, word ?? '');
    const name = encodeURIComponent(path.slice(folder.length + 1));
    const cachedData = cache === '' ? undefined : keptCode(builtIn, join(cache, name), stamp);
    const script = new (builtIn('node:vm').Script)(wrapper.join(text), {
      filename: path,
      columnOffset: -wrapper[0].length,
      ...(cachedData && { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true)
      fresh.set(name, () => Buffer.concat([header(stamp), script.createCachedData()]));
    return script;
  }

  process.on('exit', (code) => {
    // Of a call that failed, or that asks for help, V8 has seen little of the command.
    const isTypical = code === 0 && !process.argv.includes('--help') && !process.argv.includes('-h');
    if (isTypical && cache && fresh.size > 0 && sources.isThere()) keep(builtIn, folder, cache, fresh);
  });
  body(load(filename), requireIn(folder));
}

export function readSource(builtIn: BuiltIn, path: string): Source {
  const disk = builtIn('node:fs');
  const opened = disk.openSync(path, 'r');
  try {
    const { size, mtimeMs, ctimeMs } = disk.fstatSync(opened);
    // What a power cut leaves of a file that was written just before. It would run, and do nothing.
    if (size === 0) throw Object.assign(new Error(`${path} is empty`), { code: 'ENODATA', path });
    return { text: disk.readFileSync(opened, 'utf8'), stamp: `${size} ${mtimeMs} ${ctimeMs}` };
  } finally {
    disk.closeSync(opened);
  }
}

/** A command's folder: beside the program, in the user's own cache where the program is somebody else's, '' for none. */
function cacheFolder(builtIn: BuiltIn, folder: string, word: string): string {
  const { accessSync, constants } = builtIn('node:fs');
  const { arch, env, execArgv, versions } = process;
  // Flags change what V8 makes of a source, and come from somebody who looks into the program.
  if (execArgv.length > 0 || env['NODE_OPTIONS'] || env['NODE_V8_COVERAGE']) return '';
  const command = /^[A-Za-z][A-Za-z-]{0,40}$/.test(word) ? word : 'any';
  const name = `${command}-${arch}-${versions.v8}-${process.getuid?.()}`;
  try {
    accessSync(folder, constants.W_OK);
    return `${folder}/compiled/${name}`;
  } catch {
    const caches = env['XDG_CACHE_HOME'] || (env['HOME'] && `${env['HOME']}/.cache`);
    return caches ? `${caches}/ctx/compiled/${encodeURIComponent(folder).slice(-200)}/${name}` : '';
  }
}

/** Of one length, so that the code after it lies where V8 can read it without copying it first. */
const header = (stamp: string) => Buffer.from(`${stamp.padEnd(63)}\n`);

function keptCode(builtIn: BuiltIn, file: string, stamp: string): Buffer | undefined {
  const { closeSync, constants, existsSync, fstatSync, openSync, readSync } = builtIn('node:fs');
  // An error for a file that is not there takes longer than looking first.
  if (!existsSync(file)) return undefined;
  try {
    const opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { mode, size, uid } = fstatSync(opened);
      const isOwn = uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
      if (!isOwn || (mode & constants.S_IFMT) !== constants.S_IFREG) return undefined;
      const whole = Buffer.allocUnsafeSlow(size);
      const half = whole.subarray(0, size / 2);
      if (readSync(opened, whole) !== size || !half.equals(whole.subarray(half.length))) return undefined;
      const of = header(stamp);
      return half.subarray(0, of.length).equals(of) ? half.subarray(of.length) : undefined;
    } finally {
      closeSync(opened);
    }
  } catch {
    return undefined;
  }
}

/** Whoever ran the command notices nothing of this: not a folder that cannot be written to, not a full disk. */
function keep(builtIn: BuiltIn, folder: string, cache: string, fresh: Map<string, () => Buffer>): void {
  const disk = builtIn('node:fs');
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
