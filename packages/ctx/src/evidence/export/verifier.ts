// The second reader of sessions, which goes along with every export: whoever gets one checks the session without ctx.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each file by its SHA-256: somebody will run it, so `ctx verify` takes no other. They are those of session/v1. */
export const verifierFiles: ReadonlyMap<string, string> = new Map([
  ['verify.py', 'a5a15be116da521cb360a4ed9967b886e6ccb4d95c12b5dcae7a25ffa6cffca9'],
  ['records.schema.json', 'f18c85c356400bf82480213b5393d9d7d0936122fb5a5b329e458e70de03a788'],
]);

/** `folder` is where the files that ship beside the code are. */
export function shippedVerifier(folder: string): ReadonlyMap<string, Uint8Array> {
  return new Map(
    [...verifierFiles.keys()].map((name) => [name, readFileSync(join(folder, 'verifier', name))]),
  );
}
