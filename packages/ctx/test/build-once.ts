// Builds both programs and the fixture program once, before any test, into a folder of this test run's own, so that
// two runs never disturb each other.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that holds a folder for each built program. */
    builtPrograms: string;
  }
}

const repository = join(import.meta.dirname, '../../..');

export default async function buildOnce(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-built-'));
  const packages = ['ctx', 'ctxctl'].map((name) =>
    promisify(execFile)(process.execPath, [
      join(repository, 'packages', name, 'build.mjs'),
      join(folder, name),
    ]),
  );
  await build({
    input: join(import.meta.dirname, 'fixtures/program.ts'),
    platform: 'node',
    transform: { define: { 'import.meta.dirname': '__dirname' } },
    output: { dir: join(folder, 'fixture'), entryFileNames: '[name].cjs', format: 'cjs' },
    logLevel: 'warn',
  });
  await Promise.all(packages);
  project.provide('builtPrograms', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
