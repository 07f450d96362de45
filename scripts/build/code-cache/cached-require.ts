// How a built program loads its own files: as `require` does, with the code that V8 compiled of them when the same
// command last ended well. It becomes the first lines of the program's first file; ARCHITECTURE.md says why.

import type * as fs from 'node:fs';
import type * as vm from 'node:vm';
import type { saveCompiled } from './save-compiled.js';
import { type LoadedFile, type Row, tableBytes } from './table.js';

/** The compiled code that is kept of a file, if that file is still the same. */
type ReadCompiled = (file: string, size: number, mtimeMs: number) => Buffer | undefined;

const wrapper = ['(function (exports, require, module, __filename, __dirname) {', '\n})'] as const;

/** A `require` for the files of one folder; everything else is left to Node's own. */
export function cachedRequire(nodeRequire: NodeJS.Require, folder: string) {
  const { closeSync, fstatSync, openSync, readFileSync }: typeof fs = nodeRequire('node:fs');
  const { Script }: typeof vm = nodeRequire('node:vm');
  const modules = new Map<string, { exports: object }>();
  const files: LoadedFile[] = [];
  let readCompiled: ReadCompiled | undefined;

  function load(file: string): object {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const made = { exports: {} };
    modules.set(file, made);
    const path = `${folder}/${file}`;
    scriptOf(file, path).runInThisContext().call(made.exports, made.exports, require, made, path, folder);
    return made.exports;
  }

  function scriptOf(file: string, filename: string): vm.Script {
    const fd = openSync(filename, 'r');
    const { size, mtimeMs } = fstatSync(fd);
    const source = readFileSync(fd, 'utf8');
    closeSync(fd);
    readCompiled ??= compiledBefore(nodeRequire, folder, files);
    const cachedData = readCompiled(file, size, mtimeMs);
    const script = new Script(wrapper.join(source), {
      filename,
      columnOffset: -wrapper[0].length,
      ...(cachedData && { cachedData }),
    });
    const fresh = cachedData === undefined || script.cachedDataRejected === true;
    files.push({ file, size, mtimeMs, script, fresh });
    return script;
  }

  function require(id: string) {
    return id.startsWith('./') ? load(id.slice(2)) : nodeRequire(id);
  }
  return require;
}

/** The compiled code of a command is one file beside the program, named for its first word. */
function compiledBefore(
  nodeRequire: NodeJS.Require,
  folder: string,
  files: readonly LoadedFile[],
): ReadCompiled {
  const { accessSync, constants, existsSync, openSync, readSync }: typeof fs = nodeRequire('node:fs');
  const { arch, argv, env, execArgv, versions } = process;
  // Flags change what V8 makes of a file, and come from somebody who looks into the program.
  if (execArgv.length > 0 || env['NODE_OPTIONS'] || env['NODE_V8_COVERAGE']) return () => undefined;
  const [, , word = ''] = argv;
  const path = `${folder}/compiled/${/^[a-z][a-z-]*$/.test(word) ? word : 'any'}-${arch}-${versions.v8}`;
  const table = new Map<string, Row>();
  let fd = -1;
  try {
    // An error for a file that is not there takes longer than looking first.
    if (existsSync(path)) {
      fd = openSync(path, 'r');
      const head = Buffer.allocUnsafe(tableBytes);
      readSync(fd, head);
      const rows: Row[] = JSON.parse(head.toString('latin1'));
      for (const row of rows) table.set(row[0], row);
    }
  } catch {
    // Nothing that can be read: it is made anew.
  }
  // Of a call that failed, or that asks for help, V8 has seen little of the command.
  process.on('exit', (code) => {
    const asksForHelp = argv.includes('--help') || argv.includes('-h');
    if (code !== 0 || asksForHelp || !files.some(({ fresh }) => fresh)) return;
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      // Somebody else installed it, and every call would try in vain.
      return;
    }
    const saving: { saveCompiled: typeof saveCompiled } = nodeRequire('./save-compiled.cjs');
    saving.saveCompiled(path, files, { fd, table });
  });
  return (file, size, mtimeMs) => {
    const row = table.get(file);
    // V8 itself compares nothing of a source but its length.
    if (row?.[1] !== size || row[2] !== mtimeMs) return undefined;
    const code = Buffer.allocUnsafeSlow(row[4]);
    return readSync(fd, code, 0, code.length, row[3]) === code.length ? code : undefined;
  };
}
