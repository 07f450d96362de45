// Gives a built program the `require` that remembers what V8 compiled: its first lines, and the file that saves.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Writes the file that saves, and says the first lines: they make `codeCache`. */
export async function rememberCompiled(dist, outputOptions) {
  writeFileSync(join(dist, 'save-compiled.cjs'), await bundled('save-compiled.ts', outputOptions));
  const reading = await bundled('cached-require.ts', { ...outputOptions, format: 'iife', name: 'codeCache' });
  return reading.trim();
}

async function bundled(module, outputOptions) {
  const input = join(import.meta.dirname, 'code-cache', module);
  const bundle = await rolldown({ input, platform: 'node', transform: { target: 'node20.19' } });
  const { output } = await bundle.generate({ ...outputOptions, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
