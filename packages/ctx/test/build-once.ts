// Builds both programs and the fixture program once, before any test, into a folder of this test run's own, so that
// two runs never disturb each other.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';
import { buildPackage } from '../../../scripts/build-package.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that holds a folder for each built program. */
    builtPrograms: string;
  }
}

const repository = join(import.meta.dirname, '../../..');

export default async function buildOnce(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-built-'));
  await buildPackage({
    packageFolder: join(repository, 'packages/ctx'),
    program: 'ctx',
    hook: {
      name: 'hook',
      start: 'commands/hook-process.ts',
      answer: 'hooks/answer.ts',
      parts: { capture: 'capture/capture-event.ts' },
    },
    schemasFolder: join(repository, 'schemas'),
    dist: join(folder, 'ctx'),
  });
  await buildPackage({
    packageFolder: join(repository, 'packages/ctxctl'),
    program: 'ctxctl',
    hook: { name: 'relay', answer: 'commands/audit/relay-answer.ts' },
    schemasFolder: join(repository, 'schemas/ctxctl'),
    dist: join(folder, 'ctxctl'),
  });
  await build({
    input: join(import.meta.dirname, 'fixtures/program.ts'),
    platform: 'node',
    transform: { define: { 'import.meta.dirname': '__dirname' } },
    output: { dir: join(folder, 'fixture'), entryFileNames: '[name].cjs', format: 'cjs' },
    logLevel: 'warn',
  });
  project.provide('builtPrograms', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
