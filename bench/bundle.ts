// A driver as one plain file, so that what is measured is our code and not a TypeScript loader.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

export async function bundled(driver: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, `${driver}.mjs`);
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'drivers', `${driver}.ts`),
    platform: 'node',
    logLevel: 'silent',
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return file;
}
