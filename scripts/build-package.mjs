// Builds a package: the program with its commands, the program that hosts start, and what ships beside them.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { buildCommands } from './build/commands.mjs';
import { buildHook } from './build/hooks.mjs';
import { buildPage } from './build/page.mjs';
import { licences, ship } from './build/shipping.mjs';

/** `schemas`, `docs`, `skills`, `verifier` (whose second reader ships) and `dist` are folders; `hook.files` is as hooks.mjs wants it; `page` says whether there is one for browsers. */
export async function buildPackage({
  packageFolder,
  program,
  hook,
  page = false,
  docs,
  skills,
  schemas,
  verifier,
  dist,
}) {
  const chunks = await buildCommands({ packageFolder, program, dist });
  chunks.push(...(await buildHook({ packageFolder, ...hook, dist })));
  if (page) chunks.push(...(await buildPage({ packageFolder, dist })));
  copyTop(schemas, join(dist, 'schemas'), '.json');
  // Pages that people read; those of single commands, below, are the program's own help.
  if (docs !== undefined) copyTop(docs, join(dist, 'docs'), '.md');
  for (const name of verifier === undefined ? [] : ['verify.py', 'records.schema.json'])
    cpSync(join(verifier, name), join(dist, 'verifier', name));
  if (skills !== undefined) cpSync(skills, join(dist, 'skills'), { recursive: true });
  const shipped = await ship(packageFolder, dist);
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
  writeFileSync(join(dist, 'rooms.json'), `${JSON.stringify(rooms(packageFolder, modules), null, 1)}\n`);
  writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), licences([...modules.map(([id]) => id), ...shipped]));
}

/** The files at the top of a folder that end so. */
function copyTop(folder, to, ending) {
  cpSync(folder, to, { recursive: true, filter: (path) => path === folder || path.endsWith(ending) });
}

/** What each room of the sources weighs in the built program. */
function rooms(packageFolder, modules) {
  const declared = JSON.parse(readFileSync(join(packageFolder, 'rooms.json'), 'utf8'));
  const roomOf = (id) => relative(join(packageFolder, 'src'), id).split(sep)[0];
  return declared.map(({ name, purpose }) => {
    const own = modules.filter(([id]) => roomOf(id) === name);
    const bytes = own.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0);
    return { name, purpose, modules: own.length, bytes };
  });
}
