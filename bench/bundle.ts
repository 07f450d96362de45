// A driver as one plain file, so that what is measured is our code and not a TypeScript loader.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Each driver once, all in one folder that goes with the process. */
const made = new Map<string, Promise<string>>();
let folder: string | undefined;

export function bundled(driver: string): Promise<string> {
  const known = made.get(driver) ?? bundle(driver);
  made.set(driver, known);
  return known;
}

async function bundle(driver: string): Promise<string> {
  folder ??= temporaryFolder();
  const file = join(folder, `${driver}.mjs`);
  const built = await rolldown({
    input: join(import.meta.dirname, 'drivers', `${driver}.ts`),
    platform: 'node',
    logLevel: 'silent',
  });
  await built.write({ file, format: 'esm', codeSplitting: false });
  await built.close();
  return file;
}

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'ctx-bench-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}
