// The dashboard's page: one script, one sheet, its document and its icon. A browser gets them as they are, without a server's help.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

/** The modules that went into it. */
export async function buildPage({ packageFolder, dist }) {
  const [sources, out] = [join(packageFolder, 'page'), join(dist, 'page')];
  mkdirSync(out);
  const { output } = await build({
    input: join(sources, 'main.tsx'),
    platform: 'browser',
    tsconfig: join(sources, 'tsconfig.json'),
    transform: { target: 'es2023' },
    // No module works at import time: of a file that the page shares with the program, only what it calls comes along.
    treeshake: { moduleSideEffects: (id) => !/\/(?:src|page)\//.test(id) || id.endsWith('/page/main.tsx') },
    onLog(_level, log) {
      throw new Error(log.message);
    },
    output: { file: join(out, 'app.js'), format: 'iife', minify: true, comments: { legal: false } },
  });
  const sheets = readdirSync(join(sources, 'style')).sort();
  const style = sheets.map((name) => readFileSync(join(sources, 'style', name), 'utf8')).join('');
  writeFileSync(join(out, 'app.css'), style.replace(/\/\*[\s\S]*?\*\/|^\s+/gm, ''));
  for (const name of ['index.html', 'icon.svg']) copyFileSync(join(sources, name), join(out, name));
  return output.filter(({ type }) => type === 'chunk');
}
