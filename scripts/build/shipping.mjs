// What a package ships besides its programs: data, files of other packages, libraries, and the licences of it all.

import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

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
  const entries = Object.entries(libraries);
  const bundled = await Promise.all(entries.map((entry) => shipLibrary(packageFolder, dist, ...entry)));
  return [...copied, ...bundled.flat()];
}

/** An entry that other programs import: one file as ES module, one as CommonJS, and its types for both. */
async function shipLibrary(packageFolder, dist, name, source) {
  const input = join(packageFolder, source);
  const bundle = await rolldown({ input, platform: 'node', transform: { target: 'node20.19' } });
  const modules = [];
  for (const [format, ending] of Object.entries({ esm: 'mjs', cjs: 'cjs' })) {
    const file = join(dist, 'lib', `${name}.${ending}`);
    const { output } = await bundle.write({ file, format, codeSplitting: false, minify: 'dce-only' });
    modules.push(...output.flatMap((chunk) => Object.keys(chunk.modules ?? {})));
  }
  await bundle.close();
  for (const ending of ['d.mts', 'd.cts'])
    copyFileSync(join(packageFolder, 'types', `${name}.d.ts`), join(dist, 'lib', `${name}.${ending}`));
  return modules;
}

function folderOf(module, name) {
  const end = join('node_modules', name);
  return module.slice(0, module.lastIndexOf(end) + end.length);
}

/** The licence of every package that one of these files belongs to. */
export function licences(files) {
  const folders = new Set(files.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]));
  folders.delete(undefined);
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license, repository } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const texts = readdirSync(folder)
      .filter((entry) => /^licen[cs]e/i.test(entry))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const source = `Licence: ${license}\nSource: ${repository?.url ?? repository}`;
    return `${name} ${version}\n\n${texts.length === 0 ? source : texts.join('\n\n')}\n`;
  });
  return parts.join(`\n${'-'.repeat(72)}\n\n`);
}
