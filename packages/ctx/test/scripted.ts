// Scripts and folders for tests that run sessions.

import { envelopeOf, type ReadEnvelope } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { type Outside, runCtx } from './in-process.js';

/** A script's text; JSON is YAML. */
export function scriptOf(...replies: readonly object[]): string {
  return JSON.stringify({ model: 'script/1', replies });
}

/** A folder with `s.yaml`, a script of these replies, and whatever else a test needs. */
export function scriptedFolder(
  replies: readonly object[],
  files: Readonly<Record<string, string>> = {},
): string {
  return temporaryFolder({ 's.yaml': scriptOf(...replies), ...files });
}

export async function jsonOf(argv: readonly string[], outside: Outside): Promise<ReadEnvelope> {
  return envelopeOf(await runCtx([...argv, '--output-format', 'json'], outside));
}

export const task = (text: string) => ['--task', text, '--model', 'script:s.yaml'];
