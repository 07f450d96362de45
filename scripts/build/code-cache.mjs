// Gives a built program the `require` that remembers what V8 compiled: its first lines, and the file that saves.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

export async function rememberCompiled(dist, program, outputOptions) {
  const reading = await bundled('cached-require.ts', { ...outputOptions, format: 'iife', name: 'codeCache' });
  const saving = await bundled('save-compiled.ts', outputOptions);
  writeFileSync(join(dist, 'save-compiled.cjs'), saving);
  const file = join(dist, `${program}.cjs`);
  const own = JSON.stringify(`./${program}.cjs`);
  beforeTheProgram(file, `${reading.trim()}\nrequire = codeCache.cachedRequire(require, __dirname, ${own});`);
}

/** Puts lines before a program's own, and after the one that names its interpreter. */
export function beforeTheProgram(file, lines) {
  const code = readFileSync(file, 'utf8');
  const [banner = ''] = /^#!.*\n/.exec(code) ?? [];
  writeFileSync(file, `${banner}${lines}\n${code.slice(banner.length)}`);
}

async function bundled(module, outputOptions) {
  const input = join(import.meta.dirname, 'code-cache', module);
  const bundle = await rolldown({ input, platform: 'node', transform: { target: 'node20.19' } });
  const { output } = await bundle.generate({ ...outputOptions, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
