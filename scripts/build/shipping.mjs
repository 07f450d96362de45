// What a package ships besides its programs: data, files of other packages, libraries, and the licences of it all.

import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';

/** Everything that shipping.json lists, and where it came from. */
export async function ship(packageFolder, dist) {
  const list = join(packageFolder, 'shipping.json');
  if (!existsSync(list)) return [];
  const { libraries, assets, folders } = JSON.parse(readFileSync(list, 'utf8'));
  for (const name of folders) cpSync(join(packageFolder, name), join(dist, name), { recursive: true });
  const { resolve } = createRequire(list);
  const copied = assets.map(({ package: name, file, as }) => {
    const from = join(folderOf(resolve(name), name), file);
    mkdirSync(dirname(join(dist, as)), { recursive: true });
    copyFileSync(from, join(dist, as));
    return from;
  });
  for (const [name, source] of Object.entries(libraries))
    copied.push(...(await shipLibrary(packageFolder, dist, name, source)));
  return copied;
}

/** An entry that other programs import: one file as ES module, one as CommonJS, and its types for both. */
async function shipLibrary(packageFolder, dist, name, source) {
  const options = {
    input: join(packageFolder, source),
    platform: 'node',
    transform: { target: 'node20.19' },
  };
  const written = Object.entries({ esm: 'mjs', cjs: 'cjs' }).map(([format, ending]) => {
    const file = join(dist, 'lib', `${name}.${ending}`);
    return { ...options, output: { file, format, codeSplitting: false, minify: 'dce-only' } };
  });
  const built = await build(written);
  for (const ending of ['d.mts', 'd.cts'])
    copyFileSync(join(packageFolder, 'types', `${name}.d.ts`), join(dist, 'lib', `${name}.${ending}`));
  return built.flatMap(({ output }) => output).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
}

function folderOf(module, name) {
  const end = join('node_modules', name);
  return module.slice(0, module.lastIndexOf(end) + end.length);
}

/** The licence of every package that one of these files belongs to. */
export function licences(files) {
  const ofPackage = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
  const folders = new Set(files.flatMap((file) => ofPackage.exec(file)?.[1] ?? []));
  const parts = [...folders].sort().map((folder) => {
    const read = (name) => readFileSync(join(folder, name), 'utf8').trim();
    const { name, version, license, repository } = JSON.parse(read('package.json'));
    const texts = readdirSync(folder)
      .filter((entry) => /^licen[cs]e/i.test(entry))
      .map(read);
    const source = `Licence: ${license}\nSource: ${repository?.url ?? repository}`;
    return `${name} ${version}\n\n${texts.length === 0 ? source : texts.join('\n\n')}\n`;
  });
  return parts.join(`\n${'-'.repeat(72)}\n\n`);
}
