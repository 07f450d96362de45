// Builds a program: one CommonJS file with what every command needs, and one for each command, loaded on demand. Node
// starts CommonJS faster than ES modules, and each further file costs half a millisecond.

import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { rememberCompiled } from './build/code-cache.mjs';
import { leanCommands, plainChoices } from './build/lean-commands.mjs';
import { lightProviders } from './build/light-providers.mjs';
import { besideLoneFiles, inAscii, loneFile } from './build/lone-file.mjs';
import { startedFile } from './build/started-file.mjs';

/** Folders of data that ship beside the code, where a package has them. */
const assetFolders = ['starter-catalog'];
/** What every provider's package needs, besides its own file. */
const sharedByProviders =
  /\/node_modules\/(@ai-sdk\/provider(-utils)?|eventsource-parser)\/|\/agent\/models\/provider\/(?!connect-)/;

/**
 * What is mostly needed together becomes one file, where a file for every set of commands that shares some of it would be
 * two dozen for `run`: of what one module loads at once, the part that lies in some rooms.
 */
const sharedRooms = [
  [
    'disk',
    'commands/run.ts',
    /\/ctx\/src\/(disk|project)\/|\/session\/(place|id)\.ts$|\/time\/ids\.ts$|\/protocol\/(json|plain-schema)\.ts$|\/canonicalize\//,
  ],
  [
    'tools',
    'commands/tool-pool.ts',
    /\/ctx\/src\/(agent|policy|files)\/|\/ctx\/src\/commands\/tool-flags\.ts$/,
  ],
  ['scan', 'commands/scan-repo.ts', /\/ctx\/src\/(scan|catalog)\/|\/ctx\/src\/commands\/recommend-text\.ts$/],
  ['catalog', 'commands/recommend.ts', /\/ctx\/src\/catalog\//],
  [
    'session',
    'commands/run.ts',
    /\/ctx\/src\/session\/(?!place|id)|\/protocol\/records\.ts$|\/commands\/session-(flags|answer|servers)\.ts$/,
  ],
  ['script', 'agent/models/script-file.ts', /\/agent\/models\/|\/document\/read-document\.ts$/],
  [
    'agent',
    'commands/run.ts',
    /\/ctx\/src\/(agent|config|registry)\/|\/ctx\/src\/commands\/session-(flow|progress)\.ts$/,
  ],
  ['document', 'commands/run.ts', /\/ctx\/src\/document\/|\/node_modules\/js-yaml\//],
  ['memory', 'commands/status.ts', /\/ctx\/src\/memory\/(?!pad|overview|settings|read-settings)/],
  ['pad', 'commands/pad/add.ts', /\/ctx\/src\/(memory|age)\//],
];

export async function buildProgram({
  packageFolder,
  program,
  schemasFolder,
  dist = join(packageFolder, 'dist'),
}) {
  const main = join(packageFolder, 'src/main.ts');
  const graph = staticImports();
  // What every start loads, and the few lines that every command's file begins with.
  const inKernel = (id) => graph.reachableFrom(main).has(id) || id.endsWith('/src/cli/command.ts');
  const inputOptions = {
    platform: 'node',
    resolve: {
      alias: { typebox$: join(import.meta.dirname, 'build/plain-typebox.ts') },
      // A package's ES modules, where it has them: some wrap their CommonJS in ways that no bundler can follow.
      mainFields: ['module', 'main'],
    },
    preserveEntrySignatures: 'allow-extension',
    transform: { target: 'node20.19', define: { 'import.meta.dirname': '__dirname' } },
    // No module of ours works at import time: what nothing reads any more goes, schemas and what builds them too.
    treeshake: {
      manualPureFunctions: ['t'],
      moduleSideEffects: [
        { test: /\/src\/|\/scripts\/build\/|\/node_modules\/typebox\//, sideEffects: false },
      ],
    },
  };
  const outputOptions = {
    format: 'cjs',
    dynamicImportInCjs: false,
    // Licences ship in a file of their own; in the code, a start would read past them.
    comments: { legal: false },
    // Names of functions stay, so that a stack trace can be read.
    minify: { compress: true, mangle: { keepNames: true }, codegen: true },
  };
  const short = shortWayOf(packageFolder);
  const lone = new Map();
  for (const id of short.loads) lone.set(id, await loneFile(id, short, inputOptions, outputOptions));
  const begin = await loneFile(short.module, short, inputOptions, outputOptions);
  const bundle = await rolldown({
    ...inputOptions,
    input: { kernel: main },
    plugins: [
      leanCommands(join(packageFolder, 'src/commands/index.ts')),
      plainChoices,
      besideLoneFiles(lone),
      graph.plugin,
      ...lightProviders,
    ],
  });
  const { output } = await bundle.write({
    ...outputOptions,
    dir: dist,
    cleanDir: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'kernel', test: inKernel, priority: 2 },
        ...sharedRooms.map(([name, root, rooms]) => {
          const reached = () => graph.reachableFrom(join(packageFolder, 'src', root));
          return { name, test: (id) => rooms.test(id) && reached().has(id), priority: 1 };
        }),
        { name: 'provider', test: sharedByProviders, priority: 1 },
        { name: 'zod', test: /\/node_modules\/zod\//, priority: 1 },
      ],
    },
  });
  for (const { fileName, code } of output.filter(({ type }) => type === 'chunk'))
    writeFileSync(join(dist, fileName), inAscii(code));
  for (const { file, code } of lone.values()) writeFileSync(join(dist, file), code);
  const started = join(dist, `${program}.cjs`);
  const codeCache = await rememberCompiled(dist, outputOptions);
  writeFileSync(started, startedFile({ codeCache, short, way: begin.code }));
  await bundle.close();

  chmodSync(started, 0o755);
  mkdirSync(join(dist, 'schemas'));
  for (const name of readdirSync(schemasFolder).filter((file) => file.endsWith('.json'))) {
    copyFileSync(join(schemasFolder, name), join(dist, 'schemas', name));
  }
  for (const folder of assetFolders) {
    const from = join(packageFolder, folder);
    if (existsSync(from)) cpSync(from, join(dist, folder), { recursive: true });
  }
  const assets = [...shipAssets(packageFolder, dist), ...(await shipLibraries(packageFolder, dist))];
  const modules = [...output, begin, ...lone.values()].flatMap((chunk) =>
    Object.entries(chunk.modules ?? {}),
  );
  writeFileSync(join(dist, 'rooms.json'), `${JSON.stringify(rooms(packageFolder, modules), null, 1)}\n`);
  writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), licences([...modules.map(([id]) => id), ...assets]));
}

/**
 * The command that hosts start all the time and wait for: its word, the module and the function that run it, and what that
 * goes on with, none of which loads anything of the program, because that has not been run by then.
 */
function shortWayOf(packageFolder) {
  const way = JSON.parse(readFileSync(join(packageFolder, 'short-way.json'), 'utf8'));
  const { module, loads, whole = [], ...rest } = way;
  const inPackage = (path) => join(packageFolder, path);
  return { ...rest, module: inPackage(module), loads: loads.map(inPackage), whole: whole.map(inPackage) };
}

/** What a package ships besides its program: its shipping.json says it. */
function shippingOf(packageFolder) {
  const list = join(packageFolder, 'shipping.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : { libraries: {}, assets: [] };
}

/** Files of other packages that ship as they are: fonts, WebAssembly. */
function shipAssets(packageFolder, dist) {
  const { resolve } = createRequire(join(packageFolder, 'shipping.json'));
  return shippingOf(packageFolder).assets.map(({ package: name, file, as }) => {
    const folder = folderOf(resolve(name), name);
    mkdirSync(dirname(join(dist, as)), { recursive: true });
    copyFileSync(join(folder, file), join(dist, as));
    return join(folder, file);
  });
}

/** An entry that other programs import, in a folder apart from the commands: one file as ES module, one as CommonJS, and its types for both. */
async function shipLibraries(packageFolder, dist) {
  const modules = [];
  for (const [name, source] of Object.entries(shippingOf(packageFolder).libraries)) {
    const bundle = await rolldown({
      input: join(packageFolder, source),
      platform: 'node',
      transform: { target: 'node20.19' },
    });
    for (const [format, ending] of [
      ['esm', 'mjs'],
      ['cjs', 'cjs'],
    ]) {
      const file = join(dist, 'lib', `${name}.${ending}`);
      const { output } = await bundle.write({ file, format, codeSplitting: false, minify: 'dce-only' });
      modules.push(...output.flatMap((chunk) => Object.keys(chunk.modules ?? {})));
    }
    await bundle.close();
    for (const ending of ['d.mts', 'd.cts'])
      copyFileSync(join(packageFolder, 'types', `${name}.d.ts`), join(dist, 'lib', `${name}.${ending}`));
  }
  return modules;
}

function folderOf(module, name) {
  const end = join('node_modules', name);
  return module.slice(0, module.lastIndexOf(end) + end.length);
}

/** Which modules a module loads at once, as opposed to on demand. */
function staticImports() {
  const imports = new Map();
  const plugin = {
    name: 'static-imports',
    moduleParsed: ({ id, importedIds }) => {
      imports.set(id, importedIds);
    },
  };
  const known = new Map();
  const reachableFrom = (start) => {
    if (known.has(start)) return known.get(start);
    const reached = new Set();
    const visit = (id) => {
      if (reached.has(id)) return;
      reached.add(id);
      for (const imported of imports.get(id) ?? []) visit(imported);
    };
    visit(start);
    known.set(start, reached);
    return reached;
  };
  return { plugin, reachableFrom };
}

/** What each room of the sources weighs in the built program. */
function rooms(packageFolder, modules) {
  const declared = JSON.parse(readFileSync(join(packageFolder, 'rooms.json'), 'utf8'));
  const roomOf = (id) => relative(join(packageFolder, 'src'), id).split(sep)[0];
  return declared.map(({ name, purpose }) => {
    const own = modules.filter(([id]) => roomOf(id) === name);
    return {
      name,
      purpose,
      modules: own.length,
      bytes: own.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0),
    };
  });
}

/** The licence of every package whose code is bundled in. */
function licences(ids) {
  const folders = new Set(ids.map((id) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]));
  folders.delete(undefined);
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license, repository } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const files = readdirSync(folder).filter((entry) => /^licen[cs]e/i.test(entry));
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const source = `Licence: ${license}\nSource: ${repository?.url ?? repository}`;
    return `${name} ${version}\n\n${texts.length === 0 ? source : texts.join('\n\n')}\n`;
  });
  return parts.join(`\n${'-'.repeat(72)}\n\n`);
}
